// access/chains: which sections can apply to one request, together and in which order.
// Promise: every request of a 2.2 server is in one of the flows; what can't be told from the configuration is left open, not guessed.
export type { Flow, FlowEvent, FlowSubject, SidedSection, Choice, Choices } from './flow.ts';
export { choiceOf, isOfFolders, patternOfChoice } from './flow.ts';
export { htaccessFor, indexSections, listsOf, type SectionIndex } from './section-index.ts';
export type { RoutesAfter } from './pair-destinations.ts';
export { matchFile } from './walked-sections.ts';
export { meetingSections } from './meeting-sections.ts';
export { answeredFlows, flowsByServer, flowsOf, reachedFlowsOf } from './server-flows.ts';
export {
  type EffectOf,
  type EnterSection as Enter,
  propagate,
  type Propagation,
  propagations,
  walkFlows,
} from './propagate.ts';
export type { Reached, Stop } from './stops.ts';
export { exclusiveChoices } from './exclusive-choices.ts';
export { choiceLetters } from './choice-letters.ts';
export type { MetElsewhere } from './folder-classes.ts';
export type { HostSharing } from './host-form.ts';
export { type AskedChoices, type EventOrder, inOrder, inPairs } from './event-order.ts';
export { compareOrder, mergeOrder, stepOf, type Step } from './order.ts';
export {
  hasEndAnchor,
  killEndAnchors,
  matchDirectoryWildcard,
  matchRegexBelow,
  matchRegexText,
} from '../addresses/index.ts';
