const grave = new Set(['high', 'critical'])

/** The end of an advisory's address: GHSA-… */
const idOf = ({ url, source }) => url?.split('/').at(-1) ?? String(source)

/** The advisories of a report of npm, each once. */
export function advisoriesIn(report) {
  const found = Object.values(report.vulnerabilities ?? {})
    .flatMap(({ via }) => via)
    .filter((one) => typeof one === 'object')
  return [...new Map(found.map((one) => [idOf(one), one])).values()]
}

/**
 * What is wrong by a report of `npm audit --json`, as lines. `exceptions` are `{ advisory, reason, until }`;
 * `today` is a day as 2026-01-31.
 */
export function auditFaults(report, exceptions, today) {
  const advisories = advisoriesIn(report).filter(({ severity }) => grave.has(severity))
  const excused = new Map(exceptions.map((one) => [one.advisory, one]))
  const open = advisories
    .filter((one) => !excused.has(idOf(one)))
    .map((one) => `${one.name} ${one.range}: ${one.title} (${one.severity}, ${one.url})`)
  const stale = exceptions.flatMap(({ advisory, reason, until }) => {
    if (!reason || !until) return [`audit-exceptions.json: ${advisory} needs a reason and a day in "until"`]
    if (until < today)
      return [`audit-exceptions.json: ${advisory} was excused until ${until}; look at it again`]
    const isOpen = advisories.some((one) => idOf(one) === advisory)
    return isOpen ? [] : [`audit-exceptions.json: ${advisory} is known of no package any more; take it out`]
  })
  return [...open, ...stale]
}
