// A press on a column's name sorts the rows by it, another press reverses them.
const body = document.querySelector("tbody");
const worth = (row, column) => {
  const { sort } = row.children[column].dataset;
  return column === 0 ? row.children[0].textContent : sort === "" ? NaN : Number(sort);
};
for (const [column, head] of document.querySelectorAll("thead th").entries())
  head.firstElementChild?.addEventListener("click", () => {
    const down = head.ariaSort === (column ? "descending" : "ascending");
    const sign = (column === 0) === down ? -1 : 1;
    const rows = [...body.rows].sort((one, other) => {
      const [a, b] = [worth(one, column), worth(other, column)];
      if (column === 0) return sign * a.localeCompare(b);
      return Number.isNaN(a) - Number.isNaN(b) || sign * (a - b) || 0;
    });
    for (const other of document.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
    head.ariaSort = sign === 1 ? "ascending" : "descending";
    body.append(...rows);
  });
