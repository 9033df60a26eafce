/** The product's sign. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden>
      <path
        d="M15.7 12.6a6.6 6.6 0 1 1-4.5-9"
        stroke="var(--accent)"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
      <circle cx="16.2" cy="5.6" r="2.6" fill="var(--accent-ink)" opacity="0.65" />
    </svg>
  )
}
