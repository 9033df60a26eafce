import { SaveBar } from '../../../components/settings/save-bar.tsx'
import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import type { ChurnReason } from '@steward/contracts/churn-reason'
import { Button } from '../../../ui/button.tsx'
import { drawNow, focusOn } from '../../../ui/draw-now.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'
import { useDragOrder } from '../../../components/order/use-drag-order.ts'
import { TabIntro } from '../tab-intro.tsx'
import { ReasonRow, type ReasonActs } from './reason-row.tsx'
import {
  addReason,
  changeReason,
  dropReason,
  heldBy,
  newReason,
  removeReason,
  siblingsOf,
  stepReason,
  type DraftReason,
  type DraftTop,
} from './reason-model.ts'
import { useReasonDraft } from './use-reason-draft.ts'

/** The reasons in two levels and their order; nothing counts before it is saved. */
export function ReasonEditor({ saved }: { saved: readonly ChurnReason[] }) {
  const { draft, isDirty, isBusy, problems, set, cancel, save } = useReasonDraft(saved)
  const [live, announce] = useAnnouncer()
  // No one is notified off before they could type.
  const [fresh, setFresh] = useState<string>()
  const dragged = useDragOrder((moved, target, side) => set(dropReason(draft, moved, target, side)))

  function add(above: string | null) {
    const reason = newReason()
    drawNow(() => {
      set(addReason(draft, above, reason))
      setFresh(reason.key)
    })
    focusOn(`[data-reason="${reason.key}"]`)
  }

  const acts: ReasonActs = {
    change(key, change) {
      set(changeReason(draft, key, change))
      if (key === fresh && change.name) setFresh(undefined)
    },
    remove: (key) => set(removeReason(draft, key)),
    move({ key, name }, by) {
      const next = stepReason(draft, key, by)
      const beside = siblingsOf(next, key)
      set(next)
      announce(
        placeText(
          name,
          beside.findIndex((one) => one.key === key),
          beside.length,
        ),
      )
    },
    addBelow: add,
  }

  const row = (reason: DraftReason, above: DraftTop | null) => (
    <ReasonRow
      reason={reason}
      isBelow={above !== null}
      isRetiredAbove={above?.retired ?? false}
      held={heldBy(draft, reason.key)}
      problem={reason.key === fresh && reason.name === '' ? undefined : problems[reason.key]}
      drag={dragged(reason.key)}
      acts={acts}
    />
  )

  return (
    <div className="flex min-h-full flex-col">
      <div className="flex max-w-180 flex-1 flex-col gap-4 px-4 py-5">
        <TabIntro
          title="Why customers leave"
          actions={
            <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => add(null)}>
              Add reason
            </Button>
          }
        >
          People choose one of these, from either level, when they mark an organization or account as churned.
          Retired reasons stay on existing records but can't be chosen.
        </TabIntro>
        {draft.length === 0 ? (
          <EmptyState kind="nothing" title="No churn reasons yet">
            Add the reasons you want to track, such as price, product or service.
          </EmptyState>
        ) : (
          <ol aria-label="Churn reasons" className="flex flex-col gap-3">
            {draft.map((top) => (
              <li key={top.key} className="rounded-card border border-line bg-surface">
                {row(top, null)}
                {top.children.length > 0 && (
                  <ol aria-label={`Reasons below ${top.name}`} className="border-t border-line py-1">
                    {top.children.map((child) => (
                      <li key={child.key}>{row(child, top)}</li>
                    ))}
                  </ol>
                )}
              </li>
            ))}
          </ol>
        )}
        {live}
      </div>
      {isDirty && (
        <SaveBar
          status={isBusy ? 'Saving…' : undefined}
          save="Save"
          onSave={() => void save()}
          busy={isBusy}
          disabled={Object.keys(problems).length > 0}
          back={{ label: 'Cancel', disabled: isBusy }}
          onBack={cancel}
        />
      )}
    </div>
  )
}
