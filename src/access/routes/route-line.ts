import type { Occurrence } from '../../model/index.ts';

/** A line, other than the access rules, by which it depends where a request leads or whether it is refused. */
export interface RouteLine {
  readonly line: Occurrence;
  /** Lines of one list are tried in their order. */
  readonly list:
    | 'proxy'
    | 'redirect'
    | 'alias'
    | 'script'
    | 'rewrite'
    | 'userdir'
    | 'virtual'
    | 'root'
    | 'index'
    | 'other';
  /**
   * `leads`: to a folder, or to a proxied address; `answers`: with a redirect; `refuses`: with 403, 410 or the like; `guards`: asks for
   * more than the access rules do (SSLRequire); `opens`: lets requests reach what they did not (ProxyRequests).
   */
  readonly role: 'leads' | 'answers' | 'refuses' | 'guards' | 'opens';
  /** What it means, the same for lines that mean the same. */
  readonly key: string;
  /** A rule whose outcome decides what the rules behind it see. */
  readonly hasEffectOnNext?: boolean;
}
