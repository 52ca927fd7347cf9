const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

type SvgAttributes = Readonly<Record<string, string | number>>
export type GradientStop = readonly [offset: number, color: string, opacity: number]

function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // XML 1.0 has no way, not even escaped, to write these.
      .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
      .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
  )
}

export function renderElement(name: string, attributes: SvgAttributes, content = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? toOneDecimal(value) : value}"`)
    .join('')
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

export function renderLinearGradient(
  attributes: SvgAttributes,
  stops: readonly GradientStop[],
): string {
  return renderElement('linearGradient', attributes, renderGradientStops(stops))
}

export function renderRadialGradient(
  attributes: SvgAttributes,
  stops: readonly GradientStop[],
): string {
  return renderElement('radialGradient', attributes, renderGradientStops(stops))
}

export function renderSvgDocument(
  size: { width: number; height: number },
  view: { width: number; height: number },
  content: string,
): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...size,
    viewBox: `0 0 ${view.width} ${view.height}`,
    preserveAspectRatio: 'xMidYMid slice',
  }
  return renderElement('svg', attributes, content)
}

type SvgLayer = { viewBox: string; fit: 'slice' | 'meet'; content: string }

/** Takes the proportions of the box it is shown in; each layer covers that box or fits in it. */
export function renderFluidSvgDocument(layers: readonly SvgLayer[]): string {
  const content = layers.map(({ viewBox, fit, content: drawn }) =>
    renderElement('svg', { viewBox, preserveAspectRatio: `xMidYMid ${fit}` }, drawn),
  )
  return renderElement('svg', { xmlns: 'http://www.w3.org/2000/svg' }, content.join(''))
}

type CentredTextStyle = { x: number; y: number; size: number; fill: string }

/** Letters centred on a point; drawn by their middle, since fonts differ in where the baseline is. */
export function renderCentredText(text: string, { x, y, size, fill }: CentredTextStyle): string {
  return renderElement(
    'text',
    {
      x,
      y: y + size * 0.355,
      'font-family': FONT,
      'font-size': size,
      'font-weight': 700,
      'text-anchor': 'middle',
      fill,
    },
    escapeXml(text),
  )
}

/** One decimal is finer than a pixel of any picture here. */
export function toOneDecimal(value: number): string {
  return formatNumber(Math.round(value * 10) / 10)
}

export function toTwoDecimals(value: number): string {
  return formatNumber(Math.round(value * 100) / 100)
}

function formatNumber(value: number): string {
  return String(value || 0).replace(/^(-?)0\./, '$1.')
}

function renderGradientStops(stops: readonly GradientStop[]): string {
  return stops
    .map(([offset, color, opacity]) =>
      renderElement('stop', {
        offset: toTwoDecimals(offset),
        'stop-color': color,
        ...(opacity < 1 && { 'stop-opacity': toTwoDecimals(opacity) }),
      }),
    )
    .join('')
}
