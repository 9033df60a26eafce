import type { Finding, Verdict } from './finding.ts'

const order: readonly Verdict[] = ['ok', 'note', 'warning', 'fault']
const marks: Record<Verdict, string> = { ok: 'ok', note: 'note', warning: 'WARNING', fault: 'FAULT' }

/** How many findings there are of each kind. */
export function countsOf(findings: readonly Finding[]): Record<Verdict, number> {
  const counts = { ok: 0, note: 0, warning: 0, fault: 0 }
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

function linesOf({ about, verdict, message, advice }: Finding, width: number): string[] {
  const head = `${marks[verdict].padEnd(8)} ${about.padEnd(width)}  `
  return [head + message, ...(advice === undefined ? [] : [`${' '.repeat(head.length)}-> ${advice}`])]
}

/** The findings as people read them. */
export function reportText(release: string, findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const counts = countsOf(findings)
  const plural = (verdict: Verdict, word: string) =>
    `${counts[verdict]} ${word}${counts[verdict] === 1 ? '' : 's'}`
  return [
    `Steward ${release}`,
    '',
    ...findings.flatMap((finding) => linesOf(finding, width)),
    '',
    `${counts.ok} ok, ${plural('note', 'note')}, ${plural('warning', 'warning')}, ${plural('fault', 'fault')}`,
    '',
  ].join('\n')
}

/** The findings as programs read them. */
export function reportJson(release: string, findings: readonly Finding[]): string {
  const worst = order.findLast((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'ok'
  return `${JSON.stringify({ release, verdict: worst, counts: countsOf(findings), findings }, null, 2)}\n`
}
