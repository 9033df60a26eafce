import { useQuery } from '@tanstack/react-query'
import { roleIds } from '@steward/contracts/plain/permission'
import type { Today } from '@steward/contracts/today'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { useSession } from '../../api/session.ts'
import { AppLink } from '../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { formatDay } from '../../ui/day-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { numberText } from '../../ui/reader.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CompanyAccounts, useCompanyAccounts } from './company-accounts.tsx'
import { Aside } from './today-aside.tsx'
import { Card } from './today-card.tsx'
import { todayQuery } from './today.calls.ts'

/** What deserves the next hour, in order and with reasons; `?user=7` shows a member of the team. */
export function TodayPage() {
  const { user } = useSession()
  const [search, setSearch] = useSearchParams()
  const chosen = Number(search['user']) || undefined
  const seesAll = user !== null && user.roleId !== roleIds.normalUser
  const userId = seesAll && chosen !== user.userId ? chosen : undefined
  const { data, error, refetch } = useQuery(todayQuery(userId))
  return (
    <PageFrame title="Today" route="today">
      <PageHeader
        title="Today"
        aside={data && <span className="ml-2 text-2 max-sm:hidden">{formatDay(data.day)}</span>}
      >
        {seesAll && <Person value={userId ?? user.userId} onChange={(next) => setSearch({ user: next })} />}
      </PageHeader>
      <PageContent className="bg-page">
        {data ? (
          <Day today={data} mine={userId === undefined} />
        ) : error ? (
          <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </PageContent>
    </PageFrame>
  )
}

function Person({ value, onChange }: { value: number; onChange: (userId: number | undefined) => void }) {
  const { data: users = [] } = useQuery(usersQuery)
  const options = users.map((one) => ({ value: String(one.userId), label: fullName(one) }))
  return (
    <Combobox
      aria-label="Whose day"
      value={options.find((one) => one.value === String(value)) ?? null}
      options={options}
      onChange={(next) => onChange(next ? Number(next.value) : undefined)}
      className="w-56"
    />
  )
}

function Day({ today, mine }: { today: Today; mine: boolean }) {
  const { cards, totalCards, snoozedCards } = today
  return (
    <div className="mx-auto grid max-w-6xl gap-8 p-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:p-6">
      <section aria-label="What deserves the next hour">
        {cards.length === 0 ? (
          <Nothing today={today} mine={mine} />
        ) : (
          <ol className="flex flex-col gap-3">
            {cards.map((card, at) => (
              <Card key={card.key} card={card} place={at + 1} day={today.day} mine={mine} />
            ))}
          </ol>
        )}
        <p className="pt-3 text-label text-2">
          {totalCards > cards.length &&
            `The first ${numberText(cards.length)} of ${numberText(totalCards)}. `}
          {snoozedCards > 0 && `${numberText(snoozedCards)} snoozed.`}
        </p>
      </section>
      <Aside today={today} mine={mine} />
    </div>
  )
}

function Nothing({ today: { book, snoozedCards, user }, mine }: { today: Today; mine: boolean }) {
  const { user: reader } = useSession()
  const seesAll = reader !== null && reader.roleId !== roleIds.normalUser
  if (book.accounts > 0 || snoozedCards > 0) {
    return (
      <EmptyState kind="nothing" title="All clear for today">
        Tasks that are due, falling scores, unanswered email, risks without a task and quiet accounts appear
        here.
      </EmptyState>
    )
  }
  if (!mine) {
    return (
      <EmptyState kind="nothing" title={`${user.name} doesn’t own any accounts yet`}>
        Their list begins once they own accounts or have tasks.
      </EmptyState>
    )
  }
  return seesAll ? <OfCompany /> : <NoAccounts />
}

/** The accounts of the company for someone who owns none of them. */
function OfCompany() {
  const { isPending, ...company } = useCompanyAccounts()
  if (isPending) return <Skeleton className="h-96" />
  return company.records.length > 0 ? <CompanyAccounts {...company} /> : <NoAccounts />
}

function NoAccounts() {
  const may = useCan()
  if (!may('record.edit')) {
    return (
      <EmptyState
        kind="nothing"
        title="You don’t own any accounts"
        action={<FirstAccounts mayImport={false} />}
      >
        Choose a teammate above to see what deserves their next hour, and why.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="nothing"
      title="You don’t own any accounts yet"
      action={<FirstAccounts mayImport={may('bulk.run')} />}
    >
      {may('bulk.run') ? 'Import your customers or take over some accounts.' : 'Take over some accounts.'}{' '}
      Steward then shows here what deserves your next hour, and why.
    </EmptyState>
  )
}

function FirstAccounts({ mayImport }: { mayImport: boolean }) {
  return (
    <>
      {mayImport && (
        <AppLink to={paths.importOf('accounts')} className={buttonClass({ variant: 'primary' })}>
          Import customers
        </AppLink>
      )}
      <AppLink
        to={paths.list('accounts')}
        className={buttonClass({ variant: mayImport ? 'secondary' : 'primary' })}
      >
        Go to accounts
      </AppLink>
    </>
  )
}

function Waiting() {
  return (
    <div className="mx-auto grid max-w-6xl gap-8 p-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:p-6">
      <div className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-32" />
        ))}
      </div>
      <Skeleton className="h-96" />
    </div>
  )
}
