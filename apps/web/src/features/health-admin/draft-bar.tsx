import { useState } from 'react'
import type { HealthModelState } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { agoText, exactText } from '../../components/time-text.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { numberText } from '../../ui/reader.ts'
import { toast } from '../../ui/toast.tsx'
import { useDiscardDraft } from './health-admin.calls.ts'
import type { ModelDraft } from './model/use-model-draft.ts'

type DraftBarProps = {
  level: Level
  state: HealthModelState
  draft: ModelDraft
  onShow: (what: 'try' | 'versions' | 'publish') => void
}

function whyNot(state: HealthModelState, draft: ModelDraft): string | undefined {
  if (draft.isDirty) return 'Save or cancel your changes first'
  if (!state.changed) return 'No unpublished changes'
  if (state.problems.length > 0) return 'Fix the marked items first'
  return undefined
}

/** What is in effect, what the draft is, and what can be done with it. */
export function DraftBar({ level, state, draft, onShow }: DraftBarProps) {
  const [isAsking, setAsking] = useState(false)
  const discard = useDiscardDraft(level)
  const { published, recompute, changed } = state
  const reason = whyNot(state, draft)

  async function giveUp() {
    try {
      await discard.mutateAsync()
      draft.takeTheirs()
      toast.done('No unpublished changes', { subject: 'health-draft' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'health-draft' })
      throw error
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60 text-label text-2">
        <p>
          {published ? (
            <>
              <b className="font-medium text-1">Version {published.number}</b> is in effect, published{' '}
              <time dateTime={published.publishedAt} data-tooltip={exactText(published.publishedAt)}>
                {agoText(published.publishedAt)}
              </time>
              {published.author ? ` by ${published.author.name}` : ''}.
            </>
          ) : (
            'Not published yet.'
          )}
        </p>
        <p>{draftText(state)}</p>
        <Gone state={state} />
      </div>
      {recompute && (
        <div className="flex w-56 max-w-full flex-col gap-1 text-meta text-2" role="status">
          <span>
            Rescoring: {numberText(recompute.done)} of {numberText(recompute.total)}
          </span>
          <ProgressBar
            value={recompute.done}
            max={recompute.total}
            label="Scores updated to the new version"
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {changed && (
          <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
            Discard draft
          </Button>
        )}
        <Button size="sm" onClick={() => onShow('versions')}>
          Versions
        </Button>
        <Button size="sm" onClick={() => onShow('try')}>
          Try
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={reason !== undefined}
          title={reason}
          onClick={() => onShow('publish')}
        >
          Publish
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard the draft?"
        description={
          published
            ? `The draft is reset to version ${published.number}. Scores don't change.`
            : "The draft is cleared. Scores don't change."
        }
        action="Discard draft"
        danger
        onConfirm={giveUp}
      />
    </div>
  )
}

/** What the version in effect measures and is not there any more. */
function Gone({ state: { publishedProblems } }: { state: HealthModelState }) {
  if (publishedProblems.length === 0) return null
  return (
    <ul aria-label="Deleted, but used by the published version" className="pt-1 text-average">
      {publishedProblems.map(({ path, message }) => (
        <li key={path}>Published, without data: {message}</li>
      ))}
    </ul>
  )
}

function draftText({ changed, changedBy, changedAt, problems }: HealthModelState): string {
  if (!changed) return 'No unpublished changes.'
  const who = changedBy ? ` by ${changedBy.name}` : ''
  const when = changedAt ? ` ${agoText(changedAt)}` : ''
  const wrong =
    problems.length === 0
      ? ''
      : ` ${problems.length === 1 ? '1 problem keeps' : `${problems.length} problems keep`} it from being published.`
  return `Unpublished changes${when}${who}.${wrong}`
}
