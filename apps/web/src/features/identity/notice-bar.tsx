import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'

const looks = {
  good: { colours: 'bg-good-soft text-good', Icon: IconCircleCheck },
  info: { colours: 'bg-info-soft text-info', Icon: IconInfoCircle },
} as const

/** Something that went well, or that is good to know, above a form. */
export function NoticeBar({ tone = 'good', children }: { tone?: keyof typeof looks; children: string }) {
  const { colours, Icon } = looks[tone]
  return (
    <div role="status" className={cx('flex items-start gap-2 rounded-control px-3 py-2 text-body', colours)}>
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{children}</span>
    </div>
  )
}
