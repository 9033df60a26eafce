import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { firstRateMonth, type CurrencyDefinition, type ExchangeRates } from '@steward/contracts/currency'
import { errorPanelProps } from '../../../api/error-text.ts'
import { LeaveWarning } from '../../../components/settings/leave-warning.tsx'
import { SettingsSection } from '../../../components/settings/section-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatNumber } from '../../../ui/number-text.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { monthBefore, monthsQuery } from '../currency.calls.ts'
import { monthText, RateGrid } from './rate-grid.tsx'
import { useRateDraft } from './use-rate-draft.ts'

/** What each currency is worth, month by month. */
export function Rates({ all }: { all: readonly CurrencyDefinition[] }) {
  const [to, setTo] = useState<string | null>(null)
  const { data: rates, error, refetch } = useQuery(monthsQuery(to))
  const draft = useRateDraft(rates)
  const base = all.find(({ isBase }) => isBase)
  return (
    <SettingsSection
      title="Exchange rates"
      description={
        base &&
        `How much of each currency one ${base.code} buys, month by month. The latest available rate is used. Amounts without a rate are shown unconverted.`
      }
      state={draft.state}
      problem={draft.faults > 0 ? problemText(draft.faults) : undefined}
      busy={draft.busy}
      onSave={() => void draft.save()}
      onCancel={draft.restore}
      actions={rates && <Years rates={rates} to={to} onChange={setTo} />}
    >
      <LeaveWarning dirty={draft.state !== 'saved'} />
      {error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!rates && !error && <Skeleton className="mt-4 h-80 w-full" />}
      {rates && base && <Months all={all} base={base} rates={rates} draft={draft} />}
    </SettingsSection>
  )
}

type MonthsProps = {
  all: readonly CurrencyDefinition[]
  base: CurrencyDefinition
  rates: ExchangeRates
  draft: ReturnType<typeof useRateDraft>
}

function Months({ all, base, rates, draft }: MonthsProps) {
  const others = all.filter(({ isActive, isBase }) => isActive && !isBase)
  if (others.length === 0) {
    return <p className="pt-3 text-body text-2">Add a second currency to enter rates for it.</p>
  }
  const { textOf, isChanged, faultOf, set } = draft
  const cells = { textOf, isChanged, faultOf }
  return <RateGrid rates={rates} base={base} currencies={others} {...cells} onChange={set} />
}

const problemText = (count: number) =>
  count === 1
    ? "One rate isn't valid. Check the marked cell."
    : `${formatNumber(count, 0)} rates aren't valid. Check the marked cells.`

type YearsProps = { rates: ExchangeRates; to: string | null; onChange: (to: string | null) => void }

/** Goes a year back and forward. */
function Years({ rates, to, onChange }: YearsProps) {
  const last = to ?? rates.presentMonth
  const first = monthBefore(last, 11)
  const back = monthBefore(last, 12)
  return (
    <span className="flex items-center gap-1">
      <IconButton
        size="sm"
        label="Earlier months"
        icon={<IconChevronLeft aria-hidden />}
        disabled={back < firstRateMonth}
        onClick={() => onChange(back)}
      />
      <span role="status" className="text-label text-2">
        {monthText(first)} – {monthText(last)}
      </span>
      <IconButton
        size="sm"
        label="Later months"
        icon={<IconChevronRight aria-hidden />}
        disabled={last >= rates.presentMonth}
        onClick={() => {
          const next = monthBefore(last, -12)
          onChange(next >= rates.presentMonth ? null : next)
        }}
      />
    </span>
  )
}
