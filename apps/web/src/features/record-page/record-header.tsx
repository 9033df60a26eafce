import { useRef, type ReactNode } from 'react'
import { IconChevronRight, IconPencil } from '@tabler/icons-react'
import { levelOf } from '@steward/contracts/level'
import { pipelineStatuses, pipelineTypes } from '@steward/contracts/plain/built-in-value'
import { AppLink } from '../../components/app-link.tsx'
import { churnReasonField, churnText } from '../../entities/churn/index.ts'
import { levelTitle } from '../../entities/level/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { SidebarToggle } from '../../components/sidebar-toggle.tsx'
import { FollowButton } from '../../entities/follow/index.ts'
import { HealthBadge, healthOf } from '../../entities/health/index.ts'
import { PulseBadge } from '../../entities/pulse/index.ts'
import { RecordStateChips } from '../../entities/record/index.ts'
import { StageChip } from '../../entities/stage/index.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useAnchor } from '../../ui/use-anchor.ts'
import { OwnerStack } from './acts/owner-stack.tsx'
import { StageButton } from './stage/stage-button.tsx'
import { RecordMenu } from './acts/record-menu.tsx'
import { RecordFacts } from './record-facts.tsx'
import { RecordName } from './record-name.tsx'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { RecordPicture } from '../../entities/logo/index.ts'

type RecordHeaderProps = {
  log: ReactNode
  /** Leaves the room to what is below: only the name and how the record is doing. */
  small: boolean
  children?: ReactNode
}

/** Where the record stands, what it is called, how it is doing, whose it is, and what can be done with it. */
export function RecordHeader({ log, small, children }: RecordHeaderProps) {
  const { level, id, record, mayEdit } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const owners = useAnchor('dialog')
  const ownerButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4 sm:px-6">
        <SidebarToggle />
        <Breadcrumb />
        <div className="flex shrink-0 items-center gap-1.5" data-print="off">
          {children}
          <FollowButton recordId={id} />
          {log}
          {mayEdit && (
            <Button
              size="sm"
              aria-label="Edit"
              className="max-sm:px-1.5"
              icon={<IconPencil aria-hidden />}
              onClick={() => setSearch({ edit: id })}
            >
              <span className="max-sm:hidden">Edit</span>
            </Button>
          )}
          <RecordMenu onAssign={() => ownerButton.current && owners.open(ownerButton.current)} />
        </div>
      </header>
      {small ? (
        <div className="flex shrink-0 items-center gap-2 px-4 py-2">
          <RecordPicture level={level} record={record} size={20} />
          <h1 className="min-w-0 flex-1 truncate font-semibold">{record.globalFields.name}</h1>
          {record.globalFields.health !== null && <HealthButton />}
        </div>
      ) : (
        <>
          <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-3 px-4 pt-4 pb-3 sm:px-6">
            <RecordPicture level={level} record={record} size={40} />
            <div className="min-w-48 flex-1">
              <RecordName />
              <Chips />
            </div>
            {level.id !== 3 && <OwnerStack owners={owners} button={ownerButton} />}
          </div>
          <RecordFacts />
        </>
      )}
    </>
  )
}

function Breadcrumb() {
  const { level, record } = useRecordScreen()
  const { organization, account } = record.globalFields
  const steps = [
    { label: levelTitle(level), to: paths.list(level.plural) },
    ...(organization
      ? [{ label: organization.name, to: paths.record(levelOf('organization').plural, organization.id) }]
      : []),
    ...(account ? [{ label: account.name, to: paths.record(levelOf('account').plural, account.id) }] : []),
  ]
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-body">
        {steps.map(({ label, to }, index) => (
          <li
            key={to}
            className={cx('flex min-w-0 items-center gap-1.5', index < steps.length - 1 && 'max-sm:hidden')}
          >
            {index > 0 && (
              <IconChevronRight size={14} className="shrink-0 text-3 max-sm:hidden" aria-hidden />
            )}
            <AppLink to={to} className="truncate rounded-chip text-2 hover:text-1 hover:underline">
              {label}
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const nameIn = (list: readonly { id: number; name: string }[], id: number | null) =>
  list.find((item) => item.id === id)?.name

function Chips() {
  const { level, record, fields } = useRecordScreen()
  const { globalFields } = record
  const churn = churnText(globalFields, churnReasonField(fields))
  const { health, pulse, pipelineType, pipelineStatus, entityArchived, churned } = globalFields
  const type = nameIn(pipelineTypes, pipelineType)
  const status = nameIn(pipelineStatuses, pipelineStatus ?? null)
  return (
    <div className="mt-1 flex min-h-5.5 flex-wrap items-center gap-x-3 gap-y-1.5 text-body">
      <RecordStateChips archived={entityArchived} churned={churned} churn={churn} />
      {churn && <span className="min-w-0 text-2 wrap-anywhere">{churn}</span>}
      {level.id === 4 ? (
        <>
          {type && <StageChip name={type} order={(pipelineType ?? 1) - 1} />}
          {status && <StageChip name={status} order={(pipelineStatus ?? 1) - 1} />}
          {health !== null && <HealthButton />}
        </>
      ) : (
        <>
          {globalFields.lifecycleStage && <StageButton name={globalFields.lifecycleStage} />}
          <HealthButton />
          {pulse !== null && <PulseBadge value={pulse} />}
        </>
      )}
    </div>
  )
}

/** How the record is doing; pressed, it shows why. */
function HealthButton() {
  const { level, id, record } = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const { health, healthStatus } = record.globalFields
  return (
    <button
      type="button"
      className="rounded-chip hover:underline"
      {...healthOf(level, id)}
      onClick={() => setSearch({ tab: 'health' })}
    >
      <span className="hidden-text">Health: </span>
      <HealthBadge score={health} status={healthStatus} />
    </button>
  )
}
