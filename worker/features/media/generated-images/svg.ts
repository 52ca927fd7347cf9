type SvgAttributes = Readonly<Record<string, string | number>>
export type GradientStop = readonly [offset: number, color: string, opacity: number]
export type Size = { width: number; height: number }

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
  const rendered = stops.map(([offset, color, opacity]) =>
    renderElement('stop', {
      offset: String(offset),
      'stop-color': color,
      ...(opacity < 1 && { 'stop-opacity': String(opacity) }),
    }),
  )
  return renderElement('linearGradient', attributes, rendered.join(''))
}

export function renderSvgDocument(size: Size, view: Size, content: string): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...size,
    viewBox: `0 0 ${view.width} ${view.height}`,
    preserveAspectRatio: 'xMidYMid slice',
  }
  return renderElement('svg', attributes, content)
}

type SvgLayer = { viewBox: string; preserveAspectRatio: string; content: string }

/** Takes the proportions of the box it is shown in; each layer covers that box or fits in it. */
export function renderFluidSvgDocument(layers: readonly SvgLayer[]): string {
  const content = layers.map(({ content: drawn, ...attributes }) =>
    renderElement('svg', attributes, drawn),
  )
  return renderElement('svg', { xmlns: 'http://www.w3.org/2000/svg' }, content.join(''))
}

/** One decimal is finer than a pixel of any picture here. */
function toOneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10 || 0).replace(/^(-?)0\./, '$1.')
}
