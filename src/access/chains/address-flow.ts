import type { Flow, FlowEvent, FlowProgress, FlowSubject } from './flow.ts';

/**
 * Requests for an address, behind those for what it leads to. What is told of them is put together when it is asked for: of most
 * flows nobody asks.
 */
export class AddressFlow implements Flow {
  readonly inputs: readonly Flow[];
  readonly events: readonly FlowEvent[];
  progress: FlowProgress | undefined = undefined;
  readonly #address: string;
  readonly #addresses: ReadonlySet<string>;
  readonly #folder: string | null;
  #about: FlowSubject | null = null;

  /**
   * @param inputs the one flow in a list, which is kept
   * @param addresses all that have flows of their own
   * @param folder the one folder that the address leads to; null: it is that of the input
   */
  constructor(
    inputs: readonly Flow[],
    events: readonly FlowEvent[],
    address: string,
    addresses: ReadonlySet<string>,
    folder: string | null,
  ) {
    this.inputs = inputs;
    this.events = events;
    this.#address = address;
    this.#addresses = addresses;
    this.#folder = folder;
  }

  get isFinal(): boolean {
    return true;
  }

  get about(): FlowSubject {
    return (this.#about ??= this.#subject());
  }

  #subject(): FlowSubject {
    const { about } = this.inputs[0]!;
    const folder = this.#folder ?? about.folder;
    return { ...about, folder, address: this.#address, addresses: this.#addresses };
  }
}
