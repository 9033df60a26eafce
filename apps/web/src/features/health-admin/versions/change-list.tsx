import { IconArrowRight, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import type { ModelChange } from '../model/compare.rules.ts'

const looks = {
  added: { word: 'Added', icon: IconPlus },
  removed: { word: 'Removed', icon: IconMinus },
  changed: { word: 'Changed', icon: IconPencil },
}

/** What one model has that another has not. */
export function ChangeList({ changes }: { changes: readonly ModelChange[] }) {
  if (changes.length === 0) return <p className="text-body text-2">No differences.</p>
  return (
    <ul aria-label="Differences" className="flex flex-col gap-2.5">
      {changes.map((change) => (
        <Change key={`${change.kind}-${change.what}`} change={change} />
      ))}
    </ul>
  )
}

function Change({ change: { kind, what, details } }: { change: ModelChange }) {
  const { word, icon: Icon } = looks[kind]
  return (
    <li className="flex items-start gap-2 text-body">
      <Icon size={14} className="mt-0.75 shrink-0 text-2" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <span className="text-2">{word}:</span> {what}
        </p>
        {details.length > 0 && (
          <dl className="text-label text-2">
            {details.map(({ label, before, after }) => (
              <div key={label} className="flex flex-wrap items-baseline gap-x-1.5">
                <dt>{label}:</dt>
                <dd className="min-w-0 wrap-anywhere text-1">
                  {before !== null && (
                    <>
                      {before}{' '}
                      <IconArrowRight
                        size={11}
                        className="inline text-3"
                        role="img"
                        aria-label="becomes"
                      />{' '}
                    </>
                  )}
                  {after ?? 'gone'}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}
