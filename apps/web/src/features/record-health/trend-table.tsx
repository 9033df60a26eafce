import { HealthBadge, type TrendStep } from '../../entities/health/index.ts'
import { exactText } from '../../components/time-text.ts'

const cell = 'py-2 pr-4 text-left align-baseline'

/** What the line shows, the latest step first. */
export function TrendTable({ steps }: { steps: readonly TrendStep[] }) {
  return (
    <div
      className="max-h-80 overflow-auto rounded-card border border-line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
      tabIndex={0}
      role="region"
      aria-label="Steps of the score"
    >
      <table className="w-full text-body">
        <thead className="sticky top-0 bg-surface text-label text-2 shadow-[inset_0_-1px_0_var(--line)]">
          <tr>
            <th scope="col" className={`${cell} pl-4 font-medium`}>
              Since
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              Score
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              Version
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map(({ point }) => (
            <tr key={point.at} className="border-b border-line last:border-0">
              <td className={`${cell} tabular pl-4`}>{exactText(point.at)}</td>
              <td className={cell}>
                <HealthBadge score={point.score} status={point.healthStatus} />
                {point.overridden && <span className="ml-2 text-label text-2">set by hand</span>}
              </td>
              <td className={`${cell} tabular`}>{point.versionNumber ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
