import { IconUsers } from '@tabler/icons-react'
import type { HealthModelState } from '@steward/contracts/health'
import { agoText } from '../../components/time-text.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeList } from './versions/change-list.tsx'
import { compareModels, type ModelNames } from './model/compare.rules.ts'
import type { ModelDraft } from './model/use-model-draft.ts'

type ConflictBannerProps = { state: HealthModelState; draft: ModelDraft; names: ModelNames }

/** That someone else saved the draft meanwhile: who, when and what, and how to continue without losing anything. */
export function ConflictBanner({ state, draft, names }: ConflictBannerProps) {
  const { changedBy, changedAt } = state
  return (
    <section
      role="alert"
      aria-label="Changed by another user"
      className="flex flex-col gap-3 rounded-card border border-edge bg-info-soft px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <IconUsers size={16} className="shrink-0 text-info" aria-hidden />
        <p className="min-w-0 flex-1 basis-60 text-1">
          <b className="font-semibold">
            {changedBy ? `${changedBy.name} changed this draft` : 'This draft was changed'}
            {changedAt ? ` ${agoText(changedAt)}` : ''}.
          </b>{' '}
          Your changes are still here, but not saved.
        </p>
        <div className="flex gap-2">
          <Button size="sm" onClick={draft.takeTheirs}>
            Use theirs
          </Button>
          <Button size="sm" variant="primary" onClick={draft.keepMine}>
            Apply mine
          </Button>
        </div>
      </div>
      <ChangeList changes={compareModels(draft.base.model, state.draft, names)} />
    </section>
  )
}
