import { useState } from 'react'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import type { Composer } from '../../../entities/draft/index.ts'

/** What can be done where others changed or deleted what is edited. */
export interface ComposerWays<Form extends object> {
  /** The entry as it is now. */
  theirs(): Promise<{ form: Form; version: number; words: string }>
}

type Theirs<Form> = { form: Form; version: number; words: string }

type ComposerNotesProps<Form extends object> = {
  composer: Composer<Form>
  ways: ComposerWays<Form> | undefined
  onSave: (how: { version?: number | null; asNew?: boolean }) => void
}

const frame = 'rounded-control px-3 py-2 text-label'

/** A draft that came back, and the outcome of saving; both with what can be done. */
export function ComposerNotes<Form extends object>({ composer, ways, onSave }: ComposerNotesProps<Form>) {
  const { problem, restored, dirty } = composer
  if (!problem) {
    if (!restored || !dirty) return null
    return (
      <div className={`${frame} flex items-center justify-between gap-2 bg-info-soft text-info`}>
        <p role="status">This is your unsaved draft.</p>
        <Button size="sm" onClick={() => composer.startOver()}>
          Start over
        </Button>
      </div>
    )
  }
  return (
    <div role="alert" className={`${frame} bg-poor-soft`}>
      <p className="text-poor">{problem.text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {problem.kind === 'changed' && ways && <Changed composer={composer} ways={ways} onSave={onSave} />}
        {problem.kind === 'gone' && (
          <>
            <p className="w-full text-2">Your text is not lost.</p>
            <Button size="sm" onClick={() => onSave({ asNew: true })}>
              Save it as a new entry
            </Button>
          </>
        )}
        {['refused', 'offline'].includes(problem.kind) && (
          <Button size="sm" busy={composer.busy} onClick={() => onSave({})}>
            Retry
          </Button>
        )}
      </div>
    </div>
  )
}

type ChangedProps<Form extends object> = {
  composer: Composer<Form>
  ways: ComposerWays<Form>
  onSave: ComposerNotesProps<Form>['onSave']
}

function Changed<Form extends object>({ composer, ways, onSave }: ChangedProps<Form>) {
  const [theirs, setTheirs] = useState<Theirs<Form> | null>(null)
  const [fault, setFault] = useState('')

  async function withTheirs(use: (read: Theirs<Form>) => void) {
    try {
      const read = theirs ?? (await ways.theirs())
      setTheirs(read)
      use(read)
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
    }
  }

  return (
    <>
      {theirs && (
        <p className="max-h-32 w-full overflow-y-auto whitespace-pre-wrap text-2">
          Theirs: <span className="text-1">{theirs.words || 'empty'}</span>
        </p>
      )}
      {fault && <p className="w-full text-poor">{fault}</p>}
      {!theirs && (
        <Button size="sm" onClick={() => void withTheirs(() => undefined)}>
          Show theirs
        </Button>
      )}
      <Button size="sm" onClick={() => void withTheirs(({ version }) => onSave({ version }))}>
        Keep mine
      </Button>
      <Button size="sm" variant="ghost" onClick={() => void withTheirs(({ form }) => composer.replace(form))}>
        Use theirs
      </Button>
    </>
  )
}
