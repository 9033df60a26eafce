import { levels } from '@steward/contracts/level'
import { queryClient } from '../../../api/query-client.ts'
import { findRecords } from '../../record/index.ts'
import { unableQuery } from './unable.calls.ts'
import { fullName, usersQuery } from '../../user/index.ts'
import { fittingPeople, fittingRecords, type MentionChoice } from './mention-choices.rules.ts'

/** Of so many that the server finds, those that fit best are offered. */
const lookedAt = 12
const perLevel = 3
/** Letters after the @ from which records are looked for, too. */
const leastForRecords = 2

const reasons = { Viewer: "Viewers can't be mentioned", Deactivated: 'Deactivated' } as const

/** Who can't see the record; no one where there is none, or it cannot be asked now: the server refuses them. */
async function unableOn(recordId: number | undefined): Promise<ReadonlySet<number>> {
  if (recordId === undefined) return new Set()
  try {
    return new Set(await queryClient.fetchQuery(unableQuery(recordId)))
  } catch {
    return new Set()
  }
}

async function people(query: string, recordId: number | undefined): Promise<MentionChoice[]> {
  const [users, unable] = await Promise.all([queryClient.ensureQueryData(usersQuery), unableOn(recordId)])
  const choices = users.map((user): MentionChoice => {
    const isUnable = unable.has(user.userId) ? "Can't see this record" : null
    const reason = user.disableMessage ? reasons[user.disableMessage] : isUnable
    return { kind: 'user', id: user.userId, label: fullName(user), detail: user.email, reason }
  })
  return fittingPeople(choices, query)
}

async function records(query: string, signal: AbortSignal): Promise<MentionChoice[]> {
  if (query.length < leastForRecords) return []
  const found = await Promise.all(
    levels.map(async (level) => {
      const answer = await findRecords(level, query, signal, lookedAt)
      const choices = answer.map(({ id, name, parentName }): MentionChoice => {
        const detail = parentName ? `${level.label} of ${parentName}` : level.label
        return { kind: level.name, id, label: name, detail, reason: null }
      })
      return fittingRecords(choices, query).slice(0, perLevel)
    }),
  )
  return fittingRecords(found.flat(), query)
}

/** Colleagues, and from two letters on records, whose name fits. */
export async function findMentions(
  typed: string,
  signal: AbortSignal,
  recordId: number | undefined,
): Promise<MentionChoice[]> {
  const query = typed.trim()
  return (await Promise.all([people(query, recordId), records(query, signal)])).flat()
}
