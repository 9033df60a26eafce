import { useState } from 'react'
import type { FieldSection } from '@steward/contracts/field-layout'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useDirty } from '../../../ui/dirty.ts'
import { toast } from '../../../ui/toast.tsx'
import { useUpdateSections } from '../field-admin.calls.ts'
import { draftOf, inputOf, leftAfter, problemsOf, restKey, type DraftSection } from './section-model.ts'

let lastNew = 0

/** The sections as they are being arranged, beside what is saved. */
export function useSectionDraft(level: Level, saved: readonly FieldSection[]) {
  const [edited, setEdited] = useState<readonly DraftSection[] | null>(null)
  const put = useUpdateSections(level)
  const draft = edited ?? draftOf(saved)
  const isDirty =
    edited !== null && JSON.stringify(inputOf(edited)) !== JSON.stringify(inputOf(draftOf(saved)))
  useDirty(isDirty)

  async function send(sections: ReturnType<typeof inputOf>, done: string) {
    try {
      const written = await put.mutateAsync(sections)
      // What was arranged while the sections were on their way is not saved yet.
      setEdited((now) => leftAfter(now, draft, written))
      toast.done(done, { subject: 'field-sections' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'field-sections' })
    }
  }

  return {
    draft,
    isDirty,
    isBusy: put.isPending,
    problems: problemsOf(draft),
    /** Whether the company has sections of its own. */
    isOwn: saved.some(({ sectionId }) => sectionId !== null),
    set: setEdited,
    edit: (key: string, change: Partial<DraftSection>) =>
      setEdited(draft.map((section) => (section.key === key ? { ...section, ...change } : section))),
    /** Adds a section before the rest, and tells its key. */
    add() {
      lastNew += 1
      const key = `new-${lastNew}`
      const made: DraftSection = { key, sectionId: null, name: '', collapsed: false, fields: [] }
      const rest = draft.filter((section) => section.key === restKey)
      setEdited([...draft.filter((section) => section.key !== restKey), made, ...rest])
      return key
    },
    discard: () => setEdited(null),
    save: () => send(inputOf(draft), 'Sections saved'),
    reset: () => send([], 'The usual sections are back'),
  }
}
