/** Drawn pictures for what has none: the same id gives the same bytes, with no file and no network. */
export { drawAchievement } from './achievement-emblems.ts'
export { drawArticle } from './article-cover.ts'
export { categoryHue } from './color.ts'
export { drawAvatar, drawBackdrop, drawGame, drawPoster } from './emblems.ts'
export { drawScene } from './category-scene.ts'
