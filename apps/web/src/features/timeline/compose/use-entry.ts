import { useQueryClient } from '@tanstack/react-query'
import type { TimelineItem } from '@steward/contracts/timeline'
import { useUser } from '../../../api/session.ts'
import { refreshTimeline, patchItem, readItem } from '../timeline.calls.ts'
import { tellLogged } from '../logged.ts'
import { kindLooks } from '../stream/kind-looks.ts'
import { toast } from '../../../ui/toast.tsx'
import { errorText } from '../../../api/error-text.ts'
import { createNextStep, type Subject } from '../logging.calls.ts'
import type { ComposerWays } from './composer-notes.tsx'
import { draftKey, useComposer, type Composer } from '../../../entities/draft/index.ts'
import { changedParts } from './entry-forms.rules.ts'

export interface NextStep {
  title: string
  dueDate: string | null
}

/** What a kind of entry knows of its form. */
export interface EntryKind<Form extends object, Parts extends object> {
  kind: 'note' | 'activity' | 'pulse'
  blank: Form
  /** The form of an entry that is edited; throws for one of another kind. */
  formOf(item: TimelineItem): Form
  partsOf(form: Form): Parts
  faultsOf(form: Form): Record<string, string>
  create(subject: Subject, form: Form): Promise<TimelineItem>
  change(itemId: number, parts: Partial<Parts>, version: number | undefined): Promise<TimelineItem>
  /** What else looks different afterwards. */
  onWritten?(subject: Subject): void
  /** The next step after a new entry. */
  nextStepOf?(form: Form): NextStep | null
}

/** The composer of a new entry, or of one that is edited, with its draft and what follows from saving it. */
export function useEntry<Form extends object, Parts extends object>(
  entry: EntryKind<Form, Parts>,
  subject: Subject,
  edited: TimelineItem | undefined,
): { composer: Composer<Form>; ways: ComposerWays<Form> | undefined } {
  const { kind, blank, formOf, partsOf, faultsOf, create, change, onWritten, nextStepOf } = entry
  const client = useQueryClient()
  const { userId } = useUser()
  const record = `${subject.level.name}-${subject.id}`
  const start = edited ? formOf(edited) : blank

  /** The entry is saved by then, and stays so. */
  async function addNextStep(step: NextStep): Promise<boolean> {
    try {
      await createNextStep(subject, { ...step, assigneeId: userId })
    } catch (error) {
      toast.error(`The next step was not added. ${errorText(error)}`)
      return false
    }
    void client.invalidateQueries({ queryKey: ['tasks'] })
    return true
  }

  async function send(form: Form, { version, asNew }: { version: number | null; asNew: boolean }) {
    if (edited && !asNew) {
      const parts = changedParts(partsOf(start), partsOf(form))
      const item = await change(edited.itemId, parts, version ?? undefined)
      patchItem(client, item.itemId, (held) => ({ ...held, ...item, unread: held.unread }) as TimelineItem)
      toast.done(`${kindLooks[kind].label} updated`, { subject: `item-${item.itemId}` })
    } else {
      const item = await create(subject, form)
      tellLogged(item.itemId)
      const step = nextStepOf?.(form) ?? null
      const isStepAdded = step !== null && (await addNextStep(step))
      const done = `${kindLooks[kind].label}${isStepAdded ? ' and next step' : ''} added`
      toast.done(done, { subject: `item-${item.itemId}` })
    }
    onWritten?.(subject)
    await refreshTimeline(client, subject.level, subject.id).catch(() => undefined)
  }

  const composer = useComposer<Form>({
    draftKey: draftKey(userId, edited ? { item: edited.itemId } : { kind, record }),
    start,
    version: edited?.version ?? null,
    check: faultsOf,
    send,
  })
  const ways = edited && {
    async theirs() {
      const item = await readItem(edited.itemId)
      return { form: formOf(item), version: item.version, words: item.text || item.title }
    },
  }
  return { composer, ways }
}
