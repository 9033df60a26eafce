/** The content security policy of our pages; `scripts` are the hashes of the inline ones. */
function contentPolicy(scripts: readonly string[]): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'base-uri': ["'self'"],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'script-src-attr': ["'none'"],
    // Positions of windowed rows are style attributes set through the DOM, which needs no exception.
    'style-src': ["'self'"],
    'connect-src': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')
}

/**
 * The headers of our answers, good and bad; they never change while the server runs.
 * Strict-Transport-Security is not among them: TLS ends at the operator's proxy, which sets it where it
 * is true.
 */
export function securityHeaders(scripts: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(scripts),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}
