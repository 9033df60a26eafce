import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, type FieldErrors } from 'react-hook-form'
import { levelOf, type Level } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import { recordQuery } from '../../entities/record/index.ts'
import { learnNames, type ValueLookups } from '../../entities/value/index.ts'
import { draftKey, readDraft, writeDraft } from './form-draft.ts'
import { changedFields, problemsOf, type FormValues, type Presets } from './form-values.ts'

type Source = {
  level: Level
  id: number | null
  userId: number
  /** Of the record as the form opened. */
  version: number | undefined
  fields: readonly LevelField[]
  lookups: ValueLookups
  start: FormValues
  presets: Presets
}

const saveDraftAfter = 250

/** Puts the focus into the first field of the form that has a problem. */
export function focusFirstProblem(fields: readonly LevelField[], isWrong: (name: string) => boolean): void {
  const first = fields.find(({ name }) => isWrong(name))
  if (!first) return
  requestAnimationFrame(() => {
    const holder = [...document.querySelectorAll<HTMLElement>('[data-form-field]')].find(
      (element) => element.dataset['formField'] === first.name,
    )
    holder?.querySelector<HTMLElement>('input, textarea, button')?.focus()
    holder?.scrollIntoView({ block: 'nearest' })
  })
}

/** The state of a record form: values, validation, what was changed, and its draft. */
export function useRecordForm({ level, id, userId, version, fields, lookups, start, presets }: Source) {
  const key = draftKey(userId, level.name, id)
  const [draft] = useState(() => readDraft(key))
  // What someone changed since the draft was begun is a conflict with it, and not undone by it.
  const since = useRef(draft ? draft.version : version)
  const [isRestored, setRestored] = useState(draft !== null)
  const [isDirty, setDirty] = useState(draft !== null)
  // What the values are compared with: what the form opened with, or was started over with.
  const origin = useRef(start)
  const latest = useRef({ fields, lookups })
  latest.current = { fields, lookups }

  const form = useForm<FormValues>({
    defaultValues: useMemo(
      () => ({
        ...start,
        ...draft?.values,
        ...(presets.organization && { organization: presets.organization }),
        ...(presets.account && { account: presets.account }),
        ...presets.values,
      }),
      // Only the first values count; later ones come through `reset`.
      // oxlint-disable-next-line react-hooks/exhaustive-deps
      [],
    ),
    mode: 'onTouched',
    shouldFocusError: false,
    resolver(values) {
      const problems = problemsOf(level, latest.current.fields, values, latest.current.lookups)
      const errors: FieldErrors<FormValues> = {}
      for (const name in problems) errors[name] = { type: 'value', message: problems[name] }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })

  useEffect(() => {
    let timer = 0
    const stop = form.subscribe({
      formState: { values: true },
      callback({ values }) {
        const changed = changedFields(latest.current.fields, values, origin.current)
        setDirty(changed.length > 0)
        window.clearTimeout(timer)
        const kept = Object.fromEntries(changed.map(({ name }) => [name, values[name]]))
        const next = changed.length > 0 ? { version: since.current, values: kept } : null
        timer = window.setTimeout(() => writeDraft(key, next), saveDraftAfter)
      },
    })
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [form, key])

  const inherit = useCallback(
    (account: number, organization: number | null) => {
      // What comes with the account that the form opened with was not changed by anybody.
      if (origin.current['account'] === account) origin.current = { ...origin.current, organization }
      form.setValue('organization', organization)
    },
    [form],
  )

  return {
    form,
    isDirty,
    isRestored,
    /** Fields that differ from what the form opened with. */
    changed: () => changedFields(fields, form.getValues(), origin.current),
    /** The version that the values were changed from. */
    since: () => since.current,
    /** Sets the organization that comes with the chosen account. */
    inherit,
    /** Begins with these values, and forgets the draft. */
    startOver(values: FormValues) {
      origin.current = values
      since.current = version
      form.reset(values)
      writeDraft(key, null)
      setDirty(false)
      setRestored(false)
    },
    forgetDraft: () => writeDraft(key, null),
  }
}

export type RecordFormState = ReturnType<typeof useRecordForm>

/** Keeps the organization of a form at that of the chosen account; true while an account is chosen. */
export function useInheritedOrganization({ form, inherit }: RecordFormState, level: Level): boolean {
  const client = useQueryClient()
  const [account, organization = null] = form.watch(['account', 'organization'])
  const inherits = level.id > 2 && typeof account === 'number'
  useEffect(() => {
    if (!inherits) return
    let isCurrent = true
    const query = recordQuery(levelOf('account'), account)
    async function follow(from: number) {
      try {
        const record = await client.fetchQuery({ ...query, staleTime: 60_000 })
        learnNames(record)
        const theirs = record.globalFields.organization?.id ?? null
        // A form that was started over has none again.
        if (isCurrent && theirs !== organization) inherit(from, theirs)
      } catch {
        // The server says what is wrong with the account when the form is sent.
      }
    }
    void follow(account)
    return () => {
      isCurrent = false
    }
  }, [client, inherit, inherits, account, organization])
  return inherits
}
