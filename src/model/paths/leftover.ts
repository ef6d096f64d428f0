/**
 * Whether Debian's 2.2 passed over the name in a folder that it included: editors' and packages' leftovers (its README.Debian). Its 2.4
 * does not.
 */
export function isLeftover(name: string): boolean {
  return !/^[A-Za-z\d][\w:.-]*$/.test(name) || name.includes('.dpkg');
}
