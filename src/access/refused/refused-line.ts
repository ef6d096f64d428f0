import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';

/** A line that 2.4 does not take: it does not start, or answers 500 below a .htaccess file. */
export interface RefusedLine {
  readonly line: Occurrence | Scope;
  /** As the server puts it. */
  readonly message: string;
  readonly isInHtaccess: boolean;
}

/** Whether what stands in the scope is of a .htaccess file. */
export function isOfHtaccess({ file }: Pick<Scope, 'file'>, { kind }: ServerModel): boolean {
  return file.role === 'htaccess' || kind === 'htaccess';
}
