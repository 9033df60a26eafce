/** The tag that shows surveys on the pages of a company; what is in capitals is filled in by its server. */
export function installCode(server: string, siteKey: string): string {
  return [
    '<script async',
    `  src="${server}/api/survey-snippet.js"`,
    `  data-site="${siteKey}"`,
    '  data-user-id="USER_ID"',
    '  data-email="EMAIL"',
    '  data-signature="SIGNATURE"></script>',
  ].join('\n')
}
