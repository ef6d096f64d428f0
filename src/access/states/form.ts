import type { Step } from '../chains/order.ts';
import { stepOf } from '../chains/order.ts';
import { ownCopy, rememberWeakly } from '../../text/index.ts';
import type { MethodSet } from '../policy/index.ts';
import { isAllMethods } from '../policy/index.ts';
import type { AccessContainer, AccessSection, Form } from '../sections/types.ts';
import { isContainer, isOfHtaccess } from '../sections/types.ts';
import { WrittenLine, WrittenSection } from '../sections/written-line.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, rememberPerWorld } from '../sections/worlds.ts';
import { numberingOfLists } from './list-table.ts';

/** One object for all sections of a form. */
export function formOf(section: AccessSection, world: World): Form {
  const kept = section instanceof WrittenSection ? section.formIn(world, formIn) : null;
  return kept ?? formOfOther(section, world);
}

/** Of copies, and in further worlds. */
const formOfOther = rememberPerWorld(formIn);

function formIn(section: AccessSection, world: World): Form {
  const forms = formsIn(world);
  const number = forms.numberOf(section, world);
  const known = number === null ? undefined : forms.known[number];
  if (known !== undefined) return known;
  const own = { section, world, known: Array.from({ length: functions }) };
  if (number !== null) forms.known[number] = own;
  return own;
}

/** The forms of a world. */
class Forms {
  /** By their numbers. */
  readonly known: Form[] = [];
  readonly #texts = new Map<string, number>();
  readonly #numberOf = numberingOfLists();
  /** The parts of the section that is gone through: one list for all, of which so much counts. */
  readonly #parts: number[] = [];
  #length = 0;

  /** Of all that the section says, as it stands there; null where that depends on more than its own text. */
  numberOf(section: AccessSection, world: World): number | null {
    const { entries, guards } = section;
    this.#length = 0;
    this.#add(STEPS.indexOf(stepOf(section)));
    this.#add(Number(isOfHtaccess(section)));
    this.#add(Number(isLive(guards, '2.2', world)));
    this.#add(Number(isLive(guards, '2.4', world)));
    return this.#addEntries(entries, guards) ? this.#numberOf(this.#parts, this.#length) : null;
  }

  #add(part: number): void {
    this.#parts[this.#length++] = part;
  }

  /** Whether all of them could be told. */
  #addEntries(entries: AccessSection['entries'], guards: AccessSection['guards']): boolean {
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!;
      if (entry.guards !== guards) return false;
      if (!isAllMethods(entry.methods)) {
        this.#add(METHODS);
        this.#add(this.#textNumber(textOf(entry.methods)));
      }
      if (isContainer(entry)) {
        this.#add(CONTAINERS[entry.kind]);
        if (!this.#addEntries(entry.children, guards)) return false;
        this.#add(END);
      } else {
        const text = entry instanceof WrittenLine ? entry.fixedText : null;
        if (text === null) return false;
        // How a line of the same words is read may differ from one tree to the other.
        const { release = Infinity } = entry;
        this.#add(this.#textNumber(text));
        this.#add(release === Infinity ? -1 : release);
      }
    }
    return true;
  }

  #textNumber(text: string): number {
    let number = this.#texts.get(text);
    if (number !== undefined) return number;
    const plain = plainText(text);
    number = this.#texts.get(plain) ?? this.#texts.size;
    this.#texts.set(ownCopy(plain), number);
    if (plain !== text) this.#texts.set(ownCopy(text), number);
    return number;
  }
}

/** A line of host rules as most write it: the case of its own words, and what stands behind the last, make no difference. All others as they are. */
function plainText(text: string): string {
  const [own = ''] = /^(?:(?:order|satisfy)[ \t].*|(?:allow|deny)[ \t]+from[ \t])/is.exec(text) ?? [];
  return own === '' ? text : (own.toLowerCase() + text.slice(own.length)).trimEnd();
}

/** What stands before the methods of an entry that is limited to some, before and behind what is in a container. */
const METHODS = -2;
const END = -3;
const CONTAINERS: Readonly<Record<AccessContainer['kind'], number>> = { all: -4, any: -5, none: -6 };

function textOf({ type, names }: MethodSet): string {
  return `${type} ${names.join(' ')}`;
}

const STEPS: readonly Step[] = ['directory', 'pattern', 'files', 'location'];

const formsIn = rememberWeakly((_world: World) => new Forms());

let functions = 0;

/**
 * The same function, asked once for each form: it looks at nothing but what is said, whether it is read, and in which walk. For
 * functions that are as long there as the program: what they found out goes when the world does.
 */
export function rememberPerForm<Value extends NonNullable<unknown>>(
  make: (section: AccessSection, world: World) => Value,
): (section: AccessSection, world: World) => Value {
  const number = functions++;
  return (section, world) => {
    const form = formOf(section, world);
    const known = form.known[number] as Value | undefined;
    if (known !== undefined) return known;
    const value = make(form.section, world);
    form.known[number] = value;
    return value;
  };
}
