import { useEffect, useState } from 'react'
import type { HealthBounds, HealthMetric, HealthModelState } from '@steward/contracts/health'
import type { PutDraft } from '@steward/contracts/health-settings'
import { levelOf } from '@steward/contracts/level'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useUser } from '../../../api/session.ts'
import { sectionStateOf } from '../../../components/settings/section-state.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useSaveDraft } from '../health-admin.calls.ts'
import { modelOf, partOf, partPrint, type MeasuresPart } from './draft-model.rules.ts'
import { isSame, readEdits, writeEdits, type ModelEdits } from './edit-store.ts'
import { mergeBounds, mergeParts } from './merge.rules.ts'
import { boundsProblem, problemsOf, savedProblems } from './problems.rules.ts'

/** The draft of a level while it is being changed: two sections, each saved by itself. */
export function useModelDraft(state: HealthModelState, metrics: readonly HealthMetric[]) {
  const level = levelOf(state.entityLevelId)
  const { userId } = useUser()
  const [held, setEdits] = useState<ModelEdits | null>(() => readEdits(userId, level))
  // What was put back as it was is no change.
  const edits = held && isChanged(held) ? held : null
  const put = useSaveDraft(level)
  useEffect(() => writeEdits(userId, level, edits), [userId, level, edits])

  const view = viewOf(state, edits)
  const { base, savedPart, part, bounds, isPartChanged, areBoundsChanged } = view
  const problems = problemsOf(part, metrics)
  const told = savedProblems(state.problems, savedPart, part)
  const refused = savedProblems(refusalsOf(put.error), part, part)
  const wrongBounds = boundsProblem(bounds)
  const isDirty = isPartChanged || areBoundsChanged

  function edit(change: Partial<Omit<ModelEdits, 'base'>>) {
    if (put.isError) put.reset()
    setEdits({ measures: null, bounds: null, ...edits, base, ...change })
  }

  /** Sends one section over what is saved, and keeps what is not saved of the other. */
  async function save(section: 'measures' | 'bounds') {
    const sent = {
      part: section === 'measures' ? part : savedPart,
      bounds: section === 'bounds' ? bounds : base.model.bounds,
    }
    const model = modelOf(sent.part, sent.bounds, level.id) as PutDraft['model']
    try {
      const next = await put.mutateAsync({ model, revision: base.revision })
      settle(section, { model: next.draft, revision: next.revision })
      const what = section === 'measures' ? 'Measures saved' : 'Successfully saved RAG criteria settings.'
      toast.done(what, { subject: 'health-draft' })
    } catch (error) {
      // A conflict stands on the page, with what the other did.
      if (!isSessionExpired(error) && !isConflict(error))
        toast.error(errorText(error), { subject: 'health-draft' })
    }
  }

  function settle(section: 'measures' | 'bounds', saved: ModelEdits['base']) {
    setEdits((last) => {
      const other = section === 'measures' ? 'bounds' : 'measures'
      const left = last?.[other] ?? null
      return left === null ? null : { measures: null, bounds: null, [other]: left, base: saved }
    })
  }

  return {
    part,
    bounds,
    base,
    problems: { ...told.placed, ...refused.placed, ...problems },
    otherProblems: [...told.others, ...refused.others],
    wrongBounds,
    measuresState: sectionStateOf(isPartChanged, Object.keys(problems).length === 0),
    boundsState: sectionStateOf(areBoundsChanged, wrongBounds === undefined),
    isDirty,
    isBusy: put.isPending,
    /** Someone else saved the draft since these changes began. */
    isConflict: isDirty && state.revision !== base.revision,
    setPart: (next: MeasuresPart) => edit({ measures: next }),
    setBounds: (next: readonly HealthBounds[]) => edit({ bounds: next }),
    cancel(section: 'measures' | 'bounds') {
      put.reset()
      settle(section, { model: state.draft, revision: state.revision })
    },
    save,
    /** Puts one's own changes on top of what the other saved. */
    keepMine() {
      put.reset()
      const theirs = { model: state.draft, revision: state.revision }
      setEdits({
        base: theirs,
        measures: isPartChanged ? mergeParts(savedPart, part, partOf(theirs.model)) : null,
        bounds: areBoundsChanged ? mergeBounds(base.model.bounds, bounds, theirs.model.bounds) : null,
      })
    },
    takeTheirs() {
      put.reset()
      setEdits(null)
    },
  }
}

export type ModelDraft = ReturnType<typeof useModelDraft>

function isChanged({ base, measures, bounds }: ModelEdits): boolean {
  const isPart = measures !== null && partPrint(measures) !== partPrint(partOf(base.model))
  return isPart || (bounds !== null && !isSame(bounds, base.model.bounds))
}

/** What is shown: what was changed over what it began with, or what is saved. */
function viewOf(state: HealthModelState, edits: ModelEdits | null) {
  const base = edits?.base ?? { model: state.draft, revision: state.revision }
  const savedPart = partOf(base.model)
  const part = edits?.measures ?? savedPart
  const bounds = edits?.bounds ?? base.model.bounds
  const isPartChanged = partPrint(part) !== partPrint(savedPart)
  return {
    base,
    savedPart,
    part,
    bounds,
    isPartChanged,
    areBoundsChanged: !isSame(bounds, base.model.bounds),
  }
}

/** Why a save was refused, by the paths in what was sent. */
function refusalsOf(error: unknown): { path: string; message: string }[] {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return Object.entries(fields).map(([path, message]) => ({ path, message }))
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409
