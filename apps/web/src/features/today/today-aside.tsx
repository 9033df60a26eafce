import type { ReactNode } from 'react'
import { levelOf } from '@steward/contracts/level'
import type { Today } from '@steward/contracts/today'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../components/app-link.tsx'
import { agoText, dayTimeText, exactText } from '../../components/time-text.ts'
import { currenciesQuery } from '../../entities/currency/index.ts'
import { type HealthWord, scoreBandsQuery, toggledHealth } from '../../entities/health/index.ts'
import { usualFilter } from '../../entities/rule/index.ts'
import { UserChip } from '../../entities/user/index.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { numberText, readerLocale } from '../../ui/reader.ts'

/** What surrounds the list: today's tasks, the book in figures, and what others did. */
export function Aside({ today, mine }: { today: Today; mine: boolean }) {
  return (
    <aside aria-label="Around the day" className="flex flex-col gap-6">
      <Calendar calendar={today.calendar} />
      <Book book={today.book} userId={today.user.id} mine={mine} />
      <News news={today.news} />
    </aside>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="pb-2 text-title font-semibold">{title}</h2>
      {children}
    </section>
  )
}

const recordPage = ({ level, id }: { level: 1 | 2 | 3 | 4; id: number }) =>
  paths.record(levelOf(level).plural, id)

function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}

function Calendar({ calendar }: Pick<Today, 'calendar'>) {
  const minutes = calendar.reduce((sum, { estimateMinutes }) => sum + (estimateMinutes ?? 0), 0)
  // Tasks with a time come first, in its order; without any there is no column for it.
  const hasTimes = calendar.some(({ dueTime }) => dueTime !== null)
  return (
    <Section title="Due today">
      {minutes > 0 && <p className="tabular -mt-1 pb-2 text-label text-2">{durationText(minutes)} in all</p>}
      {calendar.length === 0 ? (
        <p className="text-2">No task is due today.</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {calendar.map(({ taskId, title, dueTime, estimateMinutes, record }) => (
            <li key={taskId} className="flex items-baseline gap-2">
              {hasTimes && (
                <span className="tabular w-16 shrink-0 text-label text-2">
                  {dueTime && dayTimeText(dueTime)}
                </span>
              )}
              <div className="min-w-0 flex-1">
                <AppLink
                  to={paths.task(taskId)}
                  className="block min-h-6 rounded-chip font-medium hover:underline"
                >
                  {title}
                </AppLink>
                {record && (
                  <AppLink
                    to={recordPage(record)}
                    className="mt-1 inline-block rounded-chip text-label text-2 hover:underline"
                  >
                    {record.name}
                  </AppLink>
                )}
              </div>
              {estimateMinutes !== null && (
                <span className="tabular shrink-0 text-label text-2">{durationText(estimateMinutes)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-2">{label}</dt>
      <dd className="tabular text-right font-medium">{children}</dd>
    </div>
  )
}

const account = levelOf('account')

const healthParts = [
  ['good', 'Good', 'bg-good-mark'],
  ['average', 'Average', 'bg-average-mark'],
  ['poor', 'Poor', 'bg-poor-mark'],
  ['none', 'No score', 'bg-line'],
] as const

/** The accounts of a user in a band of health. */
function usePlaceOf(userId: number): (word: HealthWord) => string {
  const { data: bands = [] } = useQuery(scoreBandsQuery(account))
  const usual = usualFilter(account)
  const own = { field: 'system:owners', operator: 'isSetTo', value: userId } as const
  const owned = { and: [...('and' in usual ? usual.and : [usual]), own] }
  return (word) => paths.filtered(account.plural, toggledHealth(owned, word, bands))
}

function HealthSplit({ health, userId }: { health: Today['book']['health']; userId: number }) {
  const placeOf = usePlaceOf(userId)
  const total = healthParts.reduce((sum, [name]) => sum + health[name], 0)
  if (total === 0) return null
  const parts = healthParts.filter(([name]) => health[name] > 0)
  return (
    <div className="pt-3">
      <div className="flex h-2 gap-px overflow-hidden rounded-full" aria-hidden>
        {parts.map(([name, , fill]) => (
          <span
            key={name}
            className={cx('h-full', fill)}
            style={{ width: `${(health[name] / total) * 100}%` }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-3 pt-1 text-label text-2">
        {parts.map(([name, label]) => (
          <li key={name}>
            <AppLink
              to={placeOf(label)}
              className="inline-flex min-h-6 items-center gap-1 rounded-chip hover:underline"
            >
              {label} <span className="tabular">{numberText(health[name])}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Book({ book, userId, mine }: Pick<Today, 'book'> & { userId: number; mine: boolean }) {
  const { data: currencies = [] } = useQuery(currenciesQuery)
  const amounts = book.value.map(({ currencyDefinitionId, value }) => {
    const code = currencies.find((one) => one.currencyDefinitionId === currencyDefinitionId)?.code
    const style = code ? ({ style: 'currency', currency: code } as const) : {}
    return new Intl.NumberFormat(readerLocale(), {
      ...style,
      notation: 'compact',
      maximumFractionDigits: 1,
    }).format(value)
  })
  return (
    <Section title={mine ? 'Your book' : 'Book'}>
      <dl className="flex flex-col gap-1.5">
        <Figure label="Accounts">
          <AppLink to={paths.ownedBy('accounts', userId)} className="rounded-chip hover:underline">
            {numberText(book.accounts)}
          </AppLink>
        </Figure>
        {amounts.length > 0 && <Figure label="Value">{amounts.join(' + ')}</Figure>}
        <Figure label="Changed this week">{numberText(book.changedThisWeek)}</Figure>
        <Figure label="Open tasks">{numberText(book.openTasks)}</Figure>
      </dl>
      <HealthSplit health={book.health} userId={userId} />
    </Section>
  )
}

function News({ news }: Pick<Today, 'news'>) {
  return (
    <Section title="Since yesterday">
      {news.length === 0 ? (
        <p className="text-2">Nothing new from others.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {news.map(({ itemId, text, record, author, occurredAt }) => (
            <li key={itemId}>
              <AppLink
                to={paths.timelineItem(levelOf(record.level).plural, record.id, itemId)}
                className="line-clamp-2 rounded-chip wrap-anywhere hover:underline"
              >
                {text}
              </AppLink>
              <p className="flex flex-wrap items-center gap-x-1.5 text-label text-2">
                <span className="truncate">{record.name}</span>
                {author && (
                  <>
                    <span aria-hidden>·</span>
                    <UserChip user={author} size={18} />
                  </>
                )}
                <span aria-hidden>·</span>
                <time dateTime={occurredAt} data-tooltip={exactText(occurredAt)}>
                  {agoText(occurredAt)}
                </time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
