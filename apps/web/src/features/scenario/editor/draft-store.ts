import { readStored, writeStored } from '../../../ui/storage.ts'
import type { Draft } from './draft.rules.ts'

/** Unsaved changes of a scenario, and the version that they are of; none for a new scenario. */
interface StoredDraft {
  version: number | null
  draft: Draft
}

const keyOf = (userId: number, scenarioId: number | undefined) =>
  `steward.scenario.${userId}.${scenarioId ?? 'new'}`

function isStored(value: unknown): value is StoredDraft {
  const { draft } = (value ?? {}) as Partial<StoredDraft>
  return typeof draft?.form?.name === 'string' && Array.isArray(draft.nodes)
}

/** What was not saved yet, as far as it is of the version that is known now. */
export function readDraft(
  userId: number,
  scenarioId: number | undefined,
  version: number | null,
): Draft | null {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(userId, scenarioId)) ?? 'null')
    return isStored(stored) && stored.version === version ? stored.draft : null
  } catch {
    return null
  }
}

export function writeDraft(
  userId: number,
  scenarioId: number | undefined,
  version: number | null,
  draft: Draft | null,
): void {
  writeStored(keyOf(userId, scenarioId), draft && JSON.stringify({ version, draft }))
}
