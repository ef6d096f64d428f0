import { wasEverDirective } from '../../catalog/index.ts';
import { visit } from '../../syntax/index.ts';
import type { Document } from '../../syntax/index.ts';

/** As every directive of every module is spelled. */
const NAME = /^[A-Za-z_][\w.:-]*$/;
/** As third-party modules spell theirs: `SecRule`, `php_value`. */
const OTHERS_NAME = /^(?:[A-Z][a-z]+[A-Za-z]*|[a-z]+_[a-z_]+)$/;

/**
 * Whether a file that someone else may have chosen is configuration: not one line of it begins differently than a directive does, and
 * names that are known are among them. A file of passwords, a key, the settings of another program are none, and must not be quoted.
 */
export function readsLikeConfiguration(document: Document): boolean {
  let isShaped = true;
  let known = 0;
  let foreign = 0;
  visit(document, (node) => {
    if (node.type === 'blank' || node.type === 'comment') return;
    const name = node.type === 'section' ? node.open.name.value : node.name.value;
    if (!NAME.test(name)) isShaped = false;
    if (wasEverDirective(name)) known++;
    else if (!OTHERS_NAME.test(name)) foreign++;
  });
  return isShaped && (known > 0 || foreign === 0);
}
