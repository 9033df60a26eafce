import { useQuery } from '@tanstack/react-query'
import type { ScenarioDelivery } from '@steward/contracts/scenario/outgoing'
import { momentText } from '../../../components/moment-text.ts'
import { counted } from '../node/words.ts'
import { deliveriesQuery } from './delivery.calls.ts'

const whatText = ({ kind, target, subject }: ScenarioDelivery): string =>
  kind === 'email' ? `Email to ${target}: ${subject}` : `Call of ${target}`

/** What a scenario has sent since an instant, which can't be undone. */
export function SentList({ scenarioId, since }: { scenarioId: number; since: string }) {
  const { data } = useQuery(deliveriesQuery(scenarioId, since))
  if (!data || data.total === 0) return null
  const rest = data.total - data.data.length
  return (
    <section aria-labelledby="not-undone" className="flex flex-col gap-1">
      <h3 id="not-undone" className="font-medium">
        Can’t be undone: {counted(data.total, 'message')}
      </h3>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the list can be scrolled by keys */}
      <ul aria-labelledby="not-undone" tabIndex={0} className="max-h-40 overflow-y-auto text-label text-2">
        {data.data.map((one) => (
          <li key={one.deliveryId} className="wrap-anywhere">
            {whatText(one)} · {one.record.name ?? 'a deleted record'} · {momentText(one.at)}
          </li>
        ))}
        {rest > 0 && <li>and {counted(rest, 'other')}</li>}
      </ul>
    </section>
  )
}
