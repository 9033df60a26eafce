import { createContext, use, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SurveyContent, SurveyDetail } from '@steward/contracts/survey/survey'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { groupOf, ruleOfGroup, type Group, unfinishedText } from '../../../entities/rule/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { publishSurvey, saveSurvey, surveysKey, surveyVersionsQuery } from '../survey.calls.ts'
import { type EditorPart, partOfFault } from './draft.rules.ts'

type Faults = Readonly<Record<string, string>>

/** Whether a fault belongs to a field: its own, or of one language in it. */
const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

interface Draft extends SurveyContent {
  name: string
}

/** What the editor of a survey holds, what is wrong with it, and saving and publishing it. */
export function useSurveyEditor(start: SurveyDetail, onFault: (part: EditorPart) => void) {
  const client = useQueryClient()
  const { data: versions } = useQuery(surveyVersionsQuery(start.surveyId))
  const [saved, setSaved] = useState(start)
  const [draft, setDraft] = useState<Draft>({ ...start.draft, name: start.name })
  const [rule, setRule] = useState<Group | null>(() => {
    const { rule: first } = start.draft.audience
    return first && groupOf(first)
  })
  const [language, setLanguage] = useState(start.draft.defaultLanguage)
  const [faults, setFaults] = useState<Faults>({})
  const [isDirty, setDirty] = useState(false)
  const [busy, setBusy] = useState<'saving' | 'publishing'>()

  function refuse(error: unknown) {
    if (isSessionExpired(error)) return
    if (error instanceof ApiError && error.fields) {
      setFaults(error.fields)
      const [first] = Object.keys(error.fields)
      if (first) onFault(partOfFault(first))
    } else toast.error(errorText(error), { subject: surveysKey[0] })
  }

  async function store(): Promise<SurveyDetail> {
    const audience = { ...draft.audience, rule: rule && ruleOfGroup(rule) }
    const next = await saveSurvey(saved.surveyId, { ...draft, audience, revision: saved.revision })
    setSaved(next)
    setDirty(false)
    return next
  }

  async function run(kind: 'saving' | 'publishing', act: () => Promise<string>) {
    if (busy) return
    const unfinished = rule && unfinishedText(rule)
    setFaults(unfinished ? { 'audience.rule': unfinished } : {})
    if (unfinished) {
      onFault('audience')
      return
    }
    setBusy(kind)
    try {
      toast.done(await act(), { subject: surveysKey[0] })
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(undefined)
      await client.invalidateQueries({ queryKey: surveysKey })
    }
  }

  /** Faults of a field are gone once it has changed. */
  function touched(fields: readonly string[]) {
    setDirty(true)
    setFaults((held) =>
      Object.fromEntries(
        Object.entries(held).filter(([path]) => !fields.some((field) => isWithin(path, field))),
      ),
    )
  }

  return {
    saved,
    draft,
    /** The questions of all published versions. */
    asked: (versions ?? []).flatMap(({ content }) => content.questions),
    rule,
    language,
    setLanguage,
    faults,
    isDirty,
    busy,
    faultOf: (field: string): string | undefined =>
      Object.entries(faults).find(([path]) => isWithin(path, field))?.[1],
    update(changes: Partial<Draft>) {
      setDraft((now) => ({ ...now, ...changes }))
      touched(Object.keys(changes))
    },
    updateRule(next: Group | null) {
      setRule(next)
      touched(['audience.rule'])
    },
    save: () =>
      run('saving', async () => {
        await store()
        return 'Survey saved'
      }),
    publish: () =>
      run('publishing', async () => {
        await store()
        setSaved(await publishSurvey(saved.surveyId))
        return 'Survey published'
      }),
  }
}

export type SurveyEditor = ReturnType<typeof useSurveyEditor>

const EditorContext = createContext<SurveyEditor | null>(null)
export const EditorProvider = EditorContext.Provider

/** The editor around a part of it. */
export function useEditor(): SurveyEditor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('This part belongs into the editor of surveys')
  return editor
}
