import { useId, type ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { cx } from '../../../ui/cx.ts'

type SectionFrameProps = {
  title: string
  folded: boolean
  onFold: (folded: boolean) => void
  children: ReactNode
}

/** A section of a record; its heading folds it. On paper it is always open. */
export function SectionFrame({ title, folded, onFold, children }: SectionFrameProps) {
  const id = useId()
  return (
    <section aria-label={title}>
      <h2 className={cx('border-b border-line pb-2', !folded && 'mb-1.5')}>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={id}
          onClick={() => onFold(!folded)}
          className="group/fold flex min-h-6 w-full items-center gap-1.5 rounded-chip text-left text-title font-semibold"
        >
          {title}
          <IconChevronDown
            size={16}
            aria-hidden
            className={cx(
              'shrink-0 text-3 group-hover/fold:opacity-100 group-focus-visible/fold:opacity-100 pointer-coarse:opacity-100 print:hidden',
              folded ? '-rotate-90' : 'opacity-0',
            )}
          />
        </button>
      </h2>
      <div id={id} className={cx(folded && 'hidden print:block')}>
        {children}
      </div>
    </section>
  )
}
