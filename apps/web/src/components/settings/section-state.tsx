import { useId, type ReactNode } from 'react'
import { IconCheck, IconCircleDot, IconPencil } from '@tabler/icons-react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** saved: as it was last saved. inProgress: changed, and not yet fit to be saved. completed: changed, and fit. */
export type SectionState = 'saved' | 'inProgress' | 'completed'

/** The state of a section, by whether it differs from what is saved and whether it could be saved. */
export function sectionStateOf(isChanged: boolean, isValid: boolean): SectionState {
  if (!isChanged) return 'saved'
  return isValid ? 'completed' : 'inProgress'
}

const looks: Readonly<Record<SectionState, { label: string; tone: Tone; icon: typeof IconCheck }>> = {
  saved: { label: 'Saved', tone: 'neutral', icon: IconCheck },
  inProgress: { label: 'In progress', tone: 'info', icon: IconPencil },
  completed: { label: 'Completed', tone: 'accent', icon: IconCircleDot },
}

/** How far a section of a settings page is. Changes of it are spoken. */
export function SectionBadge({ state }: { state: SectionState }) {
  const { label, tone, icon: Icon } = looks[state]
  return (
    <span role="status" className="inline-flex shrink-0">
      <Badge tone={tone} className="gap-1">
        <Icon size={12} aria-hidden />
        {label}
      </Badge>
    </span>
  )
}

type SettingsSectionProps = {
  title: string
  description?: ReactNode
  state: SectionState
  busy?: boolean
  /** Why it cannot be saved as it is, in one sentence; shown while it is in progress. */
  problem?: string | undefined
  onSave: () => void
  /** Restores what was last saved. */
  onCancel: () => void
  /** Beside Save and Cancel, always there: a button that adds something. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a settings page that is saved by itself: its state, Save and Cancel in its header. */
export function SettingsSection(props: SettingsSectionProps) {
  const { title, description, state, busy = false, problem, onSave, onCancel, actions } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0', props.className)}>
      <header className="sticky top-0 z-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface py-2">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <SectionBadge state={state} />
        <div className="ml-auto flex items-center gap-2">
          {actions}
          {state !== 'saved' && (
            <>
              <Button size="sm" disabled={busy} onClick={onCancel} aria-label={`Cancel changes of ${title}`}>
                Cancel
              </Button>
              <Button
                size="sm"
                variant="primary"
                busy={busy}
                disabled={state === 'inProgress'}
                onClick={onSave}
                aria-label={`Save ${title}`}
              >
                Save
              </Button>
            </>
          )}
        </div>
      </header>
      {state === 'inProgress' && problem && <p className="pt-2 text-label text-2">{problem}</p>}
      {description && <p className="max-w-160 pt-3 text-body text-2">{description}</p>}
      {props.children}
    </section>
  )
}
