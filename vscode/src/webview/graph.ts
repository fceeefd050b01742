// The page of a graph: chooses the channel, shows the drawing, and says what is clicked.
import type { Asked, Edit, Graph, GraphNode, Semantics, Told } from "./protocol";

declare function acquireVsCodeApi(): { postMessage(message: Asked): void };

const host = acquireVsCodeApi();
const ZOOM = 1.2;
let zoom = 1;
let graph: Graph | undefined;
/** What is drawn, as text: the same graph is not drawn again, as that would swallow a click under way. */
let drawn = "";
let selected: string | undefined;

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, properties: Partial<HTMLElementTagNameMap[Name]> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const button = (label: string, title: string, onclick: () => void) => element("button", { type: "button", title, onclick }, label);

const channels = element("select", { ariaLabel: "Channel", onchange: choose });
const semantics = element("select", { ariaLabel: "Resolver", onchange: choose }, new Option("OLM v0", "v0"), new Option("OLM v1", "v1"));
const entry = element("div", { className: "entry", hidden: true });
const problem = element("p", { className: "problem", hidden: true });
problem.setAttribute("role", "alert");
const drawing = element("main", {});
document.body.append(
  element(
    "header",
    {},
    channels,
    semantics,
    button("−", "Zoom out", () => scale(1 / ZOOM)),
    button("+", "Zoom in", () => scale(ZOOM)),
    entry,
  ),
  problem,
  drawing,
);

function choose(): void {
  drawn = "";
  const chosen = graph?.channels[channels.selectedIndex];
  if (chosen) host.postMessage({ do: "choose", ...chosen, semantics: semantics.value as Semantics });
}

function scale(by: number): void {
  zoom = Math.min(4, Math.max(0.25, zoom * by));
  const svg = drawing.querySelector("svg");
  const box = svg?.viewBox.baseVal;
  if (!svg || !box) return;
  svg.setAttribute("width", String(box.width * zoom));
  svg.setAttribute("height", String(box.height * zoom));
}

function show(shown: Graph): void {
  const text = JSON.stringify(shown);
  if (text === drawn) return;
  drawn = text;
  graph = shown;
  const options = shown.channels.map(({ package: name, channel }) => {
    const is = name === shown.package && channel === shown.channel;
    return new Option(`${name} / ${channel}`, `${name}/${channel}`, is, is);
  });
  channels.replaceChildren(...options);
  semantics.value = shown.semantics;
  // A parser of XML makes elements of a drawing and runs nothing.
  const parsed = new DOMParser().parseFromString(shown.svg, "image/svg+xml").documentElement;
  drawing.replaceChildren(document.importNode(parsed, true));
  const boxes = drawing.querySelectorAll("svg > g");
  for (const [at, node] of shown.nodes.entries()) {
    const box = boxes[at];
    if (box instanceof SVGElement) follow(box, node);
  }
  scale(1);
  select(shown.nodes.find((node) => node.name === selected));
}

function follow(box: SVGElement, node: GraphNode): void {
  box.dataset.entry = node.name;
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "button");
  box.setAttribute("aria-label", node.stranded ? `${node.name}, stranded` : node.name);
  const go = () => {
    select(node);
    host.postMessage({ do: "reveal", name: node.name });
  };
  box.addEventListener("click", go);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    go();
  });
}

function select(node: GraphNode | undefined): void {
  selected = node?.name;
  for (const box of drawing.querySelectorAll<SVGElement>("svg > g")) box.classList.toggle("selected", box.dataset.entry === selected);
  entry.hidden = !node;
  if (!node) return;
  const act = (label: string, title: string, action: Edit) => button(label, title, () => host.postMessage({ do: action, name: node.name }));
  const actions = [
    act("Set replaces…", "Choose what this entry replaces", "replaces"),
    act("Set skips…", "Choose what this entry skips", "skips"),
    act("Set skipRange…", "Write the range of versions that this entry skips", "skipRange"),
    act("Deprecate…", "Write a deprecation message for this bundle", "deprecate"),
    act("Remove and reconnect", "Remove this entry and reconnect its neighbours", "remove"),
  ];
  if (node.stranded) actions.unshift(act("Fix stranded", "Give this version an upgrade path to the channel head", "fix"));
  entry.replaceChildren(element("strong", {}, node.name), ...(node.isEntry ? actions : []));
}

addEventListener("message", ({ data }: MessageEvent<Told>) => {
  problem.hidden = !("problem" in data);
  if ("problem" in data) problem.textContent = data.problem;
  else show(data.graph);
});
host.postMessage({ do: "ready" });
