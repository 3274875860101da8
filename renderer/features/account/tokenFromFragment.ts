/**
 * The token of a one-time link (`#token=…`), empty when there is none. It stands in the fragment, which browsers do not send; it leaves the address bar at
 * once.
 */
export function tokenFromFragment(): string {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1] ?? '';
  if (token) history.replaceState(history.state, '', location.pathname);
  return token;
}
