import { AppLink } from '../../components/app-link.tsx'
import type { Figure } from './figures.ts'

type FigureRowProps = {
  figures: readonly Figure[]
  /** The page of the record, without a tab. */
  address: string
}

/** Figures side by side, as many as there is room for; each leads to the tab that tells more. */
export function FigureRow({ figures, address }: FigureRowProps) {
  return (
    <section
      aria-label="Figures"
      className="@container overflow-hidden rounded-card border border-line print:overflow-visible print:border-0"
    >
      <dl className="-m-px grid grid-cols-2 @xl:flex @xl:*:flex-1">
        {figures.map(({ label, value, detail, tooltip, tab }) => (
          <div
            key={label}
            className="relative min-w-0 border-t border-l border-line px-4 py-3 hover:bg-hover print:border-0 print:px-0"
          >
            <dt className="truncate text-label text-2">{label}</dt>
            <dd className="min-w-0" data-tooltip={tooltip}>
              <AppLink
                to={`${address}?tab=${tab}`}
                className="tabular flex min-h-6 items-center text-lead font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {value}
              </AppLink>
              {detail && <span className="tabular block truncate text-label text-2">{detail}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
