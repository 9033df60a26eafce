import { audiences } from '@steward/contracts/timeline'
import { ownWords } from '../timeline/index.ts'
import type { EditedRow } from './timeline-act.read-model.ts'

/** What an edit replaced, and by what. */
export type EditedParts = Record<string, { before: unknown; after: unknown }>

/** The parts of an item as it is now, in the form of revisions. */
function partsNow({ now }: EditedRow): Record<string, unknown> {
  return {
    ...now,
    audience: audiences[now['audience'] as number],
    occurredAt: new Date(now['occurredAt'] as string).toISOString(),
    words: ownWords(now['words'] as string),
  }
}

/** What each edit changed, by the version that it gave the item: the next edit of the same part says what it became. */
export function partsOfEdits(edits: readonly EditedRow[]): Map<number, EditedParts> {
  const latest = edits.at(-1)
  const after = latest ? partsNow(latest) : {}
  const found = new Map<number, EditedParts>()
  for (const { version, before } of edits.toReversed()) {
    const parts = Object.entries(before).map(([part, was]) => [
      part === 'words' ? 'text' : part,
      { before: was, after: after[part] ?? null },
    ])
    found.set(version, Object.fromEntries(parts) as EditedParts)
    Object.assign(after, before)
  }
  return found
}
