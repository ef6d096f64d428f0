import type { ConcreteRequest } from '../../access/index.ts';

/** What is said of a request, without what was supposed on one of the ways that it may take. */
export function requestAsJson({ conditions: _conditions, rules: _rules, ...request }: ConcreteRequest) {
  return { ...request, headers: Object.fromEntries(request.headers) };
}
