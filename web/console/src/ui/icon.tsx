/** Line icons of 20 by 20, drawn in the colour of the text. They carry no meaning without the word beside them. */
const paths = {
  brand: 'M3 9 10 3l7 6v8H3z M7 17v-4a3 3 0 0 1 6 0v4',
  today:
    'M10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.4 1.4M13.6 13.6 15 15M15 5l-1.4 1.4M6.4 13.6 5 15M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  calendar: 'M3 5h14v12H3zM3 9h14M7 3v4M13 3v4',
  bed: 'M2 16V5M2 13h16v3M18 13v-2a3 3 0 0 0-3-3H8v5M5 10.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  inbox: 'M3 4h14v9l-4 0a3 3 0 0 1-6 0H3zM3 13v4h14v-4',
  home: 'M3 9 10 3l7 6v8H3zM8 17v-5h4v5',
  plug: 'M7 3v4M13 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v3',
  truck:
    'M2 5h10v9H2zM12 8h3.5L18 11v3h-6M6 16.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM14.5 16.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  coin: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12.5 7.5a2.5 2 0 0 0-2.5-1.2c-3.4 0-3.4 3.6 0 3.7 3.4.1 3.4 3.7 0 3.7a2.5 2 0 0 1-2.5-1.2M10 5v1.3M10 13.7V15',
  plot: 'M3 17h14M5 14V9M10 14V4M15 14v-7',
  code: 'M7 6 3 10l4 4M13 6l4 4-4 4',
  gear: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M15.3 4.7l-1.4 1.4M6.1 13.9l-1.4 1.4',
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5 5 15',
  picture: 'M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 4M7 8v.01',
  left: 'M12 4l-6 6 6 6',
  right: 'M8 4l6 6-6 6',
  warning: 'M10 3 18 17H2zM10 8v4M10 14.5v.01',
  check: 'M4 10.5 8 15l8-10',
  user: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17a6.5 6.5 0 0 1 13 0',
  refresh: 'M16 10a6 6 0 1 1-1.8-4.3L16 7.5M16 3.5v4h-4',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
