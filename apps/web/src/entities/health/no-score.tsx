import type { ScoreDetail } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import type { Permission } from '@steward/contracts/plain/permission'
import { useCan } from '../../api/can.ts'
import { AppLink } from '../../components/app-link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { type Cure, noScoreOf } from './no-score.rules.ts'

type NoScoreProps = {
  level: Level
  id: number
  detail: ScoreDetail
  /** Called when the way to a score is taken. */
  onFollow?: () => void
}

type Way = { label: string; to: string; permission?: Permission }

function wayOf(cure: Cure, level: Level, id: number): Way {
  const record = paths.record(level.plural, id)
  const ways: Readonly<Record<Cure, Way>> = {
    define: {
      label: 'Define measures',
      to: paths.healthSettings(level.name),
      permission: 'health.administer',
    },
    accounts: { label: 'Open its accounts', to: `${record}?tab=accounts` },
    pulse: { label: 'Add pulse', to: `${record}?tab=health&log=pulse`, permission: 'timeline.edit' },
    activity: { label: 'Log activity', to: `${record}?tab=health&log=activity`, permission: 'timeline.edit' },
  }
  return ways[cure]
}

/** Why a record has no score, with a button for what leads to one. */
export function NoScore({ level, id, detail, onFollow }: NoScoreProps) {
  const may = useCan()
  const { text, cure } = noScoreOf(level, detail)
  const way = cure && wayOf(cure, level, id)
  return (
    <div className="flex flex-col items-start gap-2 text-body text-2">
      <p className="wrap-anywhere">{text}</p>
      {way && (way.permission === undefined || may(way.permission)) && (
        <AppLink
          to={way.to}
          data-print="off"
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
          onClick={onFollow}
        >
          {way.label}
        </AppLink>
      )}
    </div>
  )
}
