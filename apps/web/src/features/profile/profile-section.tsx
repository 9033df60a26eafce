import { useId, type ReactNode } from 'react'

/** A part of the profile under a heading of its own. */
export function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <h2 id={id} className="border-b border-line pb-2 text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
