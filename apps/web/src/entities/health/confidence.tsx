import type { ScoreDetail } from '@steward/contracts/health'

/** On how many of its measures a score is based; nothing where it is taken from elsewhere. */
export function Confidence({ detail: { parts } }: { detail: ScoreDetail }) {
  const measures = parts.filter(({ key }) => /^m\d/.test(key))
  if (measures.length === 0) return null
  const measured = measures.filter(({ missing }) => !missing)
  const absent = measures.filter(({ missing }) => missing).map(({ name }) => name)
  return (
    <span
      className="text-label text-2"
      data-tooltip={absent.length > 0 ? `No data for ${absent.join(', ')}` : undefined}
    >
      {measured.length} of {measures.length} {measures.length === 1 ? 'measure' : 'measures'}
    </span>
  )
}
