import { useId, type ReactNode } from 'react'

type PreferenceSectionProps = { title: string; description: string; children: ReactNode }

/** A group of preferences under its heading. */
export function PreferenceSection({ title, description, children }: PreferenceSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="border-b border-line pb-2">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        <p className="text-label text-3">{description}</p>
      </div>
      {children}
    </section>
  )
}
