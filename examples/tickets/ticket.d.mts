/** For TypeScript: what ticket.mjs exports. */
export function ticket(claims: {
  /** As -site-keys has it. */
  readonly key: string;
  readonly site: string;
  readonly sub: string;
  readonly origin: string;
  readonly aud: string;
}): string;
