import type { Truth } from '../types.ts';

export function and(a: Truth, b: Truth): Truth {
  if (a === 'no' || b === 'no') return 'no';
  return a === 'yes' && b === 'yes' ? 'yes' : 'maybe';
}

export function or(a: Truth, b: Truth): Truth {
  return not(and(not(a), not(b)));
}

export function not(truth: Truth): Truth {
  if (truth === 'maybe') return 'maybe';
  return truth === 'yes' ? 'no' : 'yes';
}

export function truthOf(value: boolean): Truth {
  return value ? 'yes' : 'no';
}
