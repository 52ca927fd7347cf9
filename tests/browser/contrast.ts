import type { Page } from '@playwright/test'

/**
 * The texts of a page that are hard to read on the ground of what they stand in: less than 4.5:1, or 3:1
 * where they are large. For pages without scripts, in which axe does not run. Knows nothing
 * of pictures, and asks nothing of what is disabled.
 */
export function unreadableTexts(page: Page): Promise<{ faults: string[]; count: number }> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d', { willReadFrequently: true })

    /** The share of light of colours painted over each other. */
    function luminance(layers: { color: string; alpha: number }[]): number {
      if (!context) throw new Error('no canvas')
      context.clearRect(0, 0, 1, 1)
      for (const { color, alpha } of layers) {
        context.globalAlpha = alpha
        context.fillStyle = color
        context.fillRect(0, 0, 1, 1)
      }
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
        (part) => {
          const share = part / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        },
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    function withAncestors(element: Element): Element[] {
      const above = element.parentElement ? withAncestors(element.parentElement) : []
      return [...above, element]
    }

    function contrastOf(element: Element): number {
      const styles = withAncestors(element).map((one) => getComputedStyle(one))
      const ground = styles.map(({ backgroundColor }) => ({ color: backgroundColor, alpha: 1 }))
      const alpha = styles.reduce((product, { opacity }) => product * Number(opacity), 1)
      const text = { color: getComputedStyle(element).color, alpha }
      const [low = 0, high = 0] = [luminance(ground), luminance([...ground, text])].toSorted(
        (a, b) => a - b,
      )
      return (high + 0.05) / (low + 0.05)
    }

    function leastContrast(element: Element): number {
      const { fontSize, fontWeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      return size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5
    }

    /** A sign that holds its word for screen readers alone. */
    function isSign(element: Element): boolean {
      const { maskImage, clipPath } = getComputedStyle(element)
      return maskImage !== 'none' || clipPath !== 'none'
    }

    function isSeen(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect()
      const isShown = element.checkVisibility({ visibilityProperty: true }) && !isSign(element)
      return isShown && width > 1 && height > 1 && !element.closest(':disabled')
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const holders = new Set<Element>()
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (parentElement && textContent?.trim() && isSeen(parentElement)) holders.add(parentElement)
    }
    const faults = [...holders].flatMap((element) => {
      const contrast = contrastOf(element)
      if (contrast >= leastContrast(element)) return []
      return [`“${element.textContent.trim()}” has ${contrast.toFixed(2)}:1`]
    })
    return { faults, count: holders.size }
  })
}
