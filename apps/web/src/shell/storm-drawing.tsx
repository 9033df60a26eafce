/** A boat off its course. */
export function StormDrawing() {
  return (
    <svg
      width="132"
      height="92"
      viewBox="0 0 132 92"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <g transform="rotate(-14 66 50)">
        <path d="M66 12v40" className="stroke-edge" />
        <path d="M70 16c10 8 15 19 15 31H70Z" className="fill-accent-soft stroke-accent" />
        <path d="M62 22c-7 6-11 15-12 25h12Z" className="fill-sunken stroke-line" />
        <path d="M42 54h50l-7 12a6 6 0 0 1-5 3H54a6 6 0 0 1-5-3Z" className="fill-surface stroke-edge" />
      </g>
      <path d="M8 70c8-8 16-8 24 0s16 8 24 0 16-8 24 0 16 8 24 0 12-7 20-3" className="stroke-accent" />
      <path d="M24 84c6-5 12-5 18 0s12 5 18 0 12-5 18 0 12 5 18 0" className="stroke-line" />
    </svg>
  )
}
