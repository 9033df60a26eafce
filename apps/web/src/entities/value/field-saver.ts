import { useLayoutEffect, useMemo } from 'react'
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import { ApiError, isSessionExpired } from '../../api/api-error.ts'
import type { LevelField } from '../field/index.ts'
import {
  patchRecord,
  putRecord,
  recordId,
  recordQuery,
  updateRecord,
  type WrittenRecord,
} from '../record/index.ts'
import type { ValueLookups } from './lookups.ts'
import { sameValue, valueOf, withValue } from './record-value.ts'

/** A value on its way to the server. */
export interface FieldSave {
  /** As it was when the value was entered. */
  record: RecordBody
  field: LevelField
  value: FieldValue | null
  /** The version of the record that the user saw; that of `record` without it. */
  version?: number
}

export interface FieldSaverOptions {
  lookups: ValueLookups
  onSaved: (save: FieldSave, answer: WrittenRecord) => void
  /** Someone else changed the field in the meantime; nothing was written. */
  onConflict: (save: FieldSave, theirs: RecordBody, error: ApiError) => void
  onRefused: (save: FieldSave, error: unknown) => void
}

/** What a saved field is called in messages: "Stage of Northwind". */
export function savedLabel({ field }: FieldSave, { data }: WrittenRecord): string {
  return `${field.displayName} of ${data.globalFields.name}`
}

export interface FieldSaver {
  save: (save: FieldSave) => void
  /** Says who is notified of answers from now on; to be called before the first save. */
  follow: (options: FieldSaverOptions) => void
}

const isOnItsWay = ({ state }: Query): boolean => state.fetchStatus === 'fetching'

/**
 * Saves single fields: each is shown at once, wherever its record is shown; those of one record are sent
 * one after the other; one that fails is put back.
 */
export function createFieldSaver(client: QueryClient, level: Level): FieldSaver {
  let options!: FieldSaverOptions
  const queues = new Map<number, Promise<void>>()
  const versions = new Map<number, number>()
  const waiting = new Set<FieldSave>()

  /** An answer knows nothing of the values that are still to be sent. */
  function showWaiting(id: number) {
    for (const { record, field, value } of waiting) {
      if (recordId(level, record) !== id) continue
      patchRecord(client, level, id, (held) => withValue(held, field, value, options.lookups))
    }
  }

  /** What is on its way was read before the value was saved, and would show the old one: it is asked for again. */
  function dropOlder() {
    void client.invalidateQueries({ queryKey: ['records', level.name], predicate: isOnItsWay })
  }

  function take(id: number, answer: RecordBody, before?: RecordBody) {
    versions.set(id, answer.version)
    putRecord(client, level, answer, before)
    showWaiting(id)
    dropOlder()
  }

  function putBack({ record, field, value }: FieldSave) {
    const before = valueOf(record, field)
    patchRecord(client, level, recordId(level, record), (held) =>
      sameValue(valueOf(held, field), value) ? withValue(held, field, before, options.lookups) : held,
    )
  }

  async function explain(id: number, save: FieldSave, error: unknown) {
    if (isSessionExpired(error)) return
    const isConflict = error instanceof ApiError && error.reason === 'record.changed'
    if (!isConflict) return options.onRefused(save, error)
    try {
      const theirs = await client.fetchQuery({ ...recordQuery(level, id), staleTime: 0 })
      take(id, theirs, save.record)
      options.onConflict(save, theirs, error)
    } catch {
      options.onRefused(save, error)
    }
  }

  async function send(id: number, save: FieldSave) {
    const { record, field, value, version = record.version } = save
    try {
      const since = Math.max(version, versions.get(id) ?? 0)
      const answer = await updateRecord(level, id, { [field.name]: value }, since)
      waiting.delete(save)
      take(id, answer.data, record)
      options.onSaved(save, answer)
    } catch (error) {
      waiting.delete(save)
      putBack(save)
      await explain(id, save, error)
    }
  }

  return {
    follow(next) {
      options = next
    },
    save(save) {
      const id = recordId(level, save.record)
      waiting.add(save)
      showWaiting(id)
      const before = queues.get(id) ?? Promise.resolve()
      queues.set(
        id,
        before.then(() => send(id, save)),
      )
    },
  }
}

/** The saver of a screen; `save` stays the same function. */
export function useFieldSaver(level: Level, options: FieldSaverOptions): FieldSaver['save'] {
  const client = useQueryClient()
  const saver = useMemo(() => createFieldSaver(client, level), [client, level])
  useLayoutEffect(() => saver.follow(options))
  return saver.save
}
