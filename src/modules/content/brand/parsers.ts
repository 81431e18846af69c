import { implementTask } from '../../../kernel/parsing/task.ts';
import { type HtmlTag, isTag, type PageNode, parseHtml } from '../../extraction/parse/dom.ts';
import { clean_svg, type SafeSvg, type SvgTrouble } from './tasks.ts';

const words = (text: string): Set<string> => new Set(text.split(' '));

/** Elements that only draw. No text, which needs fonts and is refused; no references to other drawings, which can multiply without bound. */
const ELEMENTS = words(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask title desc style',
);
const GEOMETRY =
  'd x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points transform viewBox preserveAspectRatio id class offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits pathLength';
const PAINT =
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity clip-path clip-rule mask stop-color stop-opacity color display visibility paint-order style';
const ATTRIBUTES = words(`${GEOMETRY} ${PAINT}`);
const WITHOUT_CONTENT = new Set(['title', 'desc']);

const MAX_ELEMENTS = 5000;

/** Numbers, names and colours. References only to this drawing. */
const isSafeValue = (value: string): boolean =>
  !/[<>&\\@]|\/\*/.test(value) && !/url\((?!#)|javascript:|data:|https?:/i.test(value.replace(/[\s"']/g, ''));

const quoted = (value: string): string => value.replaceAll('"', "'");

class Refused extends Error {
  readonly trouble: SvgTrouble;
  constructor(trouble: SvgTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

const createWriter = () => {
  let count = 0;
  const write = (node: PageNode): string => {
    if (isTag(node) && node.name === 'text') throw new Refused('has_text');
    if (!isTag(node) || !ELEMENTS.has(node.name) || WITHOUT_CONTENT.has(node.name)) return '';
    count += 1;
    if (count > MAX_ELEMENTS) throw new Refused('too_complex');
    if (node.name === 'style') {
      const css = node.children.map((child) => ('data' in child ? child.data : '')).join('');
      return isSafeValue(css) ? `<style>${css}</style>` : '';
    }
    return `<${node.name}${attributesOf(node)}>${node.children.map(write).join('')}</${node.name}>`;
  };
  return write;
};

const attributesOf = ({ attribs }: HtmlTag): string =>
  Object.entries(attribs)
    .filter(([name, value]) => ATTRIBUTES.has(name) && isSafeValue(value))
    .map(([name, value]) => ` ${name}="${quoted(value)}"`)
    .join('');

const findSvg = (nodes: PageNode[]): HtmlTag | undefined => {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    const found = node.name === 'svg' ? node : findSvg(node.children);
    if (found) return found;
  }
  return undefined;
};

/** The area that a drawing shows: its viewBox, or its size. */
const areaOf = ({ attribs }: HtmlTag): number[] | null => {
  const box = (attribs.viewBox ?? `0 0 ${Number.parseFloat(attribs.width ?? '')} ${Number.parseFloat(attribs.height ?? '')}`)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = box;
  return box.length === 4 && box.every(Number.isFinite) && width > 0 && height > 0 ? box : null;
};

const cleanSvg = ({ text, width, height }: { text: string; width: number; height: number }): SafeSvg => {
  const svg = findSvg(parseHtml(text).children);
  const area = svg && areaOf(svg);
  if (!area) return { trouble: 'unreadable' };
  const scale = Math.min(width / area[2]!, height / area[3]!);
  const size = [area[2]!, area[3]!].map((side) => Math.max(1, Math.round(side * scale)));
  try {
    const write = createWriter();
    const shapes = svg.children.map(write).join('');
    if (!/<(path|rect|circle|ellipse|line|polyline|polygon)\b/.test(shapes)) return { trouble: 'no_shapes' };
    return {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="${area.join(' ')}"${attributesOf({ ...svg, attribs: { ...svg.attribs, width: '<', height: '<', viewBox: '<' } } as HtmlTag)}>${shapes}</svg>`,
    };
  } catch (error) {
    if (error instanceof Refused) return { trouble: error.trouble };
    throw error;
  }
};

export const CONTENT_PARSERS = [implementTask(clean_svg, cleanSvg)];
