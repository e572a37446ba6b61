/* What the page finds at tables with hidden cards, for test_hidden.py to compare. */

/** What the page finds for tables that can be any of some positions, as it says it. */
function adviceAtTables([cases, names]) {
  return cases.map((games, k) => {
    const found = adviseAtTable({ games, seconds: 600 }, () => {});
    const choices = bestFirst(found.choices, Position.start(games[0]));
    const named = ({ moves }) => names[k][moves[0]];
    const rows = choices.map((choice) => [named(choice), ...chanceWords(choice)]);
    const { verdict, assumed } = found;
    const answer = tableAnswer({ verdict, choices }, named);
    const texts = [answer, assumedWords(assumed), howFound(assumed)];
    return { verdict, choices, rows, texts: texts.filter(Boolean) };
  });
}

/** The chances of moves, each from this many deals, with their intervals. */
function sampledChances([cases, deals]) {
  return cases.map(([position, moves]) => {
    const alone = [new Case(Position.start(position))];
    const sampling = new Sampling(alone, moves, new Winnable(), { seed: 1, isLate: () => false });
    while (sampling.goOn(deals, deals));
    return sampling.found().chances.map((chance) => [chance, intervalOf(chance)]);
  });
}

/** The move of the player in each of these deals, which look alike. */
function chosenMoves([table, deals]) {
  return deals.map((cards) => {
    const position = Position.start(table);
    const sight = sightOf(new Case(position), cards, true);
    return new TablePlayer(new Winnable(), () => false).choose(sight, [[0, 0]], numbersFrom(7));
  });
}

/** How many choices of the gone cards there are, by number and one by one, and some. */
function countedHands(games) {
  return games.map((game) => {
    const { hands } = new Case(Position.start(game));
    const chance = numbersFrom(3);
    const drawn = Array.from({ length: 300 }, () => hands.draw(chance).sort().join(" "));
    return [hands.count, [...hands.each()].length, [...new Set(drawn)]];
  });
}

/** The value of each chance, its interval, and whether it is open. */
function measuredChances(counts) {
  return counts.map(([deals, winnable, leftOpen, played, won]) => {
    const chance = { deals, winnable, leftOpen, played, won };
    return [valueOfChance(chance), ...intervalOf(chance), isOpenChance(chance)];
  });
}
