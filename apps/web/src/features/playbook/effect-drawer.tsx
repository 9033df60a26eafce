import { useQuery } from '@tanstack/react-query'
import type { PlaybookEffectReport } from '@steward/contracts/playbook/effect'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { errorPanelProps } from '../../api/error-text.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { signedFormat } from '../../ui/signed-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { effectQuery } from './playbook.calls.ts'
import { counted } from './playbook-words.ts'

/** Whether a playbook works: those who got it beside those who were held out. */
export function EffectDrawer({ template, onClose }: { template: PlaybookTemplate; onClose: () => void }) {
  const { data, error, refetch } = useQuery(effectQuery(template.templateId))
  return (
    <Drawer
      open
      width={560}
      title={`Does “${template.name}” work?`}
      onOpenChange={(open) => !open && onClose()}
    >
      {data && <Report report={data} />}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
    </Drawer>
  )
}

const signed = signedFormat({ maximumFractionDigits: 2 })
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const points = signedFormat({ maximumFractionDigits: 1 })

function Report({ report }: { report: PlaybookEffectReport }) {
  const isChurn = report.measure.measure === 'churn'
  const text = (value: number) => (isChurn ? shares.format(value) : signed(value))
  const change = (value: number) => (isChurn ? `${points(value * 100)} points` : signed(value))
  const { treated, heldOut, difference } = report
  const rows = [
    ['Ran the playbook', treated],
    ['Held out', heldOut],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <p>
        {difference ? (
          <>
            <strong>{change(difference.value)}</strong> compared with records that were held out. With 95%
            confidence, the effect is between {change(difference.low)} and {change(difference.high)}.
          </>
        ) : (
          <strong>Not enough data yet</strong>
        )}
      </p>
      {!difference && (
        <p className="text-2">
          There are too few records to find an effect of half a standard deviation in four of five cases.
        </p>
      )}
      <table className="w-full text-left">
        <caption className="pb-1 text-left text-label text-2">
          {report.label}
          {!isChurn && `, change after ${report.measure.days} days`}
        </caption>
        <thead>
          <tr className="border-b border-line text-label text-2">
            <th className="py-1 font-medium">Group</th>
            <th className="py-1 text-right font-medium">Records</th>
            <th className="py-1 text-right font-medium">{isChurn ? 'Churned' : 'Mean change'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { records, mean }]) => (
            <tr key={name} className="border-b border-line">
              <td className="py-1.5">{name}</td>
              <td className="py-1.5 text-right tabular-nums">{records.toLocaleString()}</td>
              <td className="py-1.5 text-right tabular-nums">{mean === null ? '–' : text(mean)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-label text-2">
        {counted(report.waiting, 'record')} still {report.waiting === 1 ? 'has' : 'have'} time left;{' '}
        {counted(report.withoutValue, 'record')} had no value.
      </p>
      {report.contaminatedCount > 0 && (
        <section aria-label="Left out" className="flex flex-col gap-1">
          <h3 className="font-medium">Left out ({report.contaminatedCount.toLocaleString()})</h3>
          <p className="text-label text-2">Other playbooks ran on these records within the time.</p>
          <ul className="divide-y divide-line border-y border-line">
            {report.contaminated.map(({ id, name, reason }) => (
              <li key={id} className="py-1.5">
                {name} <span className="text-2">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
