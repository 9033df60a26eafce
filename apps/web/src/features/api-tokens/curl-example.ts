/** A first call with a token, at the address of this installation. */
export function curlExample(token: string): string {
  return `curl ${window.location.origin}/api/core/accounts \\\n  -H 'Authorization: Bearer ${token}'`
}
